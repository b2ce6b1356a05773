"""Draws the results of Benchmarks/convert as SVG: a panel for each size, with the wall time of each program as bars."""

from xml.sax.saxutils import escape

WIDTH, MARGIN, GAP = 860, 24, 28
NAMES, VALUES = 104, 46     # room before and behind the bars
BAR, ROW, TOP, BOTTOM = 11, 34, 34, 8
OURS, THEIRS = ("#0b6e4f", "#7fc4a9"), ("#4a5a6a", "#b4bfca")  # most cores, one core
INK, FAINT = "#1f2328", "#59636e"


def text(x, y, content, size=12, colour=INK, anchor="start", weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" '
            f'font-weight="{weight}">{escape(content)}</text>')


def bar(x, y, width, colour):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{BAR}" rx="1.5" fill="{colour}"/>'


def seconds(milliseconds):
    value = milliseconds / 1e3
    return f"{value:.2f} s" if value < 10 else f"{value:.1f} s"


def plural(number):
    return f"{number} core{'s' if number != 1 else ''}"


def panel(result, names, numbers, left, top, width):
    parts = [text(left, top + 16, f"{result['megapixels']} megapixels", 14, weight="bold")]
    walls = [f["wall_ms"] for entry in result["programs"].values() for f in entry["cores"].values()]
    scale = (width - NAMES - VALUES) / max(walls, default=1)
    start = left + NAMES
    for row, name in enumerate(names):
        y = top + TOP + row * ROW
        entry = result["programs"].get(name)
        ours = name == "boxwalk"
        parts.append(text(start - 8, y + BAR + 4, name, 12, INK, "end", "bold" if ours else "normal"))
        if entry is None:
            parts.append(text(start + 4, y + BAR + 4, "cannot", 11, FAINT))
            continue
        for index, number in enumerate(numbers):
            if number in entry["cores"]:
                wall = entry["cores"][number]["wall_ms"]
                at = y + index * (BAR + 1)
                parts.append(bar(start, at, max(1, wall * scale), (OURS if ours else THEIRS)[index]))
                parts.append(text(start + wall * scale + 5, at + BAR - 1.5, seconds(wall), 10.5, FAINT))
    bottom = top + TOP + len(names) * ROW - 6
    parts.append(f'<line x1="{start}" y1="{top + TOP - 4}" x2="{start}" y2="{bottom}" stroke="{FAINT}" stroke-width="1"/>')
    return parts


def draw(results, note):
    """The drawing of these results; programs stand in the same order everywhere, and each panel has a scale of its own."""
    names = list(dict.fromkeys(name for result in results for name in result["programs"]))
    numbers = sorted({n for result in results for e in result["programs"].values() for n in e["cores"]}, reverse=True)[:2]
    columns = min(2, len(results))
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns
    height = TOP + len(names) * ROW + BOTTOM
    rows = -(-len(results) // columns)
    head = 84
    total = head + rows * (height + 10) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{total}" viewBox="0 0 {WIDTH} {total}" '
        'font-family="Helvetica, Arial, DejaVu Sans, sans-serif" role="img">',
        "<title>HEIC to JPEG: wall time of each program by size of the photo</title>",
        f'<rect width="{WIDTH}" height="{total}" fill="#ffffff"/>',
        text(MARGIN, 34, "HEIC to JPEG, quality 90: wall time, shorter is better", 18, weight="bold")]
    x = MARGIN
    for index, number in enumerate(numbers):
        parts += [bar(x, 53, 16, OURS[index]), bar(x + 18, 53, 16, THEIRS[index]), text(x + 40, 62.5, plural(number), 12)]
        x += 110
    for index, result in enumerate(results):
        left = MARGIN + index % columns * (width + GAP)
        parts += panel(result, names, numbers, left, head + index // columns * (height + 10), width)
    parts += [text(MARGIN, total - 14, f"{note}. Each panel has a scale of its own.", 11, FAINT), "</svg>"]
    return "\n".join(parts) + "\n"
