"""Draws the picture of the targets in their layers, from Package.swift."""

import html
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WIDTH, HEIGHT, GAP, MARGIN = 148, 34, 10, 20


def layers():
    """The targets, from the first layer to the last: whether each is written in C, and what it depends on, by its name."""
    text = (ROOT / "Package.swift").read_text()
    text = text.split("let layers: [[Target]] = [\n")[1].split("\n]\n")[0]
    text = re.sub(r"//.*", "", text)
    found = []
    for layer in re.split(r"^  \[", text, flags=re.MULTILINE)[1:]:
        starts = list(re.finditer(r'(swift|program|\.target|\.systemLibrary)\(\s*(?:name: )?"([\w-]+)"', layer))
        ends = [start.start() for start in starts[1:]] + [len(layer)]
        found.append({
            start.group(2): (start.group(1).startswith("."), set(re.findall(r'"([A-Z]\w+)"', layer[start.end():end])))
            for start, end in zip(starts, ends)})
    return found


def picture():
    """An SVG with a row for each layer. The title of a target says what it imports."""
    rows = []
    for layer in layers():
        names = list(layer)
        rows += [{name: layer[name] for name in names[start:start + 8]} for start in range(0, len(names), 8)]
        rows.append(None)  # a line between layers
    width = MARGIN * 2 + 8 * (WIDTH + GAP) - GAP
    parts, y = [], MARGIN
    for row in rows[:-1]:
        if row is None:
            parts.append(f'<line x1="{MARGIN}" x2="{width - MARGIN}" y1="{y}" y2="{y}"/>')
            y += GAP
            continue
        x = (width - len(row) * (WIDTH + GAP) + GAP) / 2
        for name, (is_c, imports) in row.items():
            title = f"{name}, in C" if is_c else name
            if imports:
                title += ": imports " + ", ".join(sorted(imports))
            parts.append(
                f'<g class="{"c" if is_c else "swift"}"><title>{html.escape(title)}</title><rect x="{x:g}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'
                f'<text x="{x + WIDTH / 2:g}" y="{y + HEIGHT / 2 + 4:g}">{html.escape(name)}</text></g>')
            x += WIDTH + GAP
        y += HEIGHT + GAP
    style = (
        "rect{fill:#e8f0fb;stroke:#4a74a8}.c rect{fill:#f2ece0;stroke:#94763c}text{font:12px sans-serif;text-anchor:middle;fill:#1b1b1b}line{stroke:#c4c4c4}"
        "@media(prefers-color-scheme:dark){rect{fill:#1d2a3d;stroke:#7fa5d6}.c rect{fill:#332b1c;stroke:#c4a263}text{fill:#eee}line{stroke:#555}}")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + MARGIN - GAP}" role="img" aria-label="The targets of Boxwalk in their layers"><style>{style}</style>\n' + "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    print(picture(), end="")
