"""Draws the picture of the targets in their layers, from Package.swift."""

import html
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WIDTH, HEIGHT, GAP, MARGIN, LABEL, COLUMNS = 150, 30, 8, 10, 92, 5


def layers():
    """The layers, from the first to the last, by their folders: the targets of each, whether they are written in C, and what they depend on."""
    text = re.sub(r"//.*", "", (ROOT / "Package.swift").read_text().split("let layers = [\n")[1].split("\n]\n")[0])
    found = {}
    for layer in text.split("  layer(")[1:]:
        folder, rest = re.match(r'\s*"([^"]+)",(.*)', layer, re.DOTALL).groups()
        starts = list(re.finditer(r'\b(swift|program|c|library)\(\s*"([\w-]+)"', rest))
        ends = [start.start() for start in starts[1:]] + [len(rest)]
        found[folder] = {
            start.group(2): (start.group(1) in ("c", "library"), set() if start.group(1) == "library" else set(re.findall(r'"([A-Z]\w+)"', rest[start.end():end])))
            for start, end in zip(starts, ends)}
    return found


def picture():
    """An SVG with the targets of each layer beside the name of its folder. The title of a target says what it depends on."""
    width = MARGIN * 2 + LABEL + COLUMNS * (WIDTH + GAP) - GAP
    parts, y = [], MARGIN
    for folder, targets in layers().items():
        if parts:
            parts.append(f'<line x1="{MARGIN}" x2="{width - MARGIN}" y1="{y}" y2="{y}"/>')
            y += GAP
        parts.append(f'<text class="folder" x="{MARGIN}" y="{y + HEIGHT / 2 + 5:g}">{html.escape(folder)}</text>')
        for index, (name, (is_c, needs)) in enumerate(targets.items()):
            if index and index % COLUMNS == 0:
                y += HEIGHT + GAP
            x = MARGIN + LABEL + index % COLUMNS * (WIDTH + GAP)
            title = f"{name}, in C" if is_c else name
            if needs:
                title += ": needs " + ", ".join(sorted(needs))
            parts.append(
                f'<g class="{"c" if is_c else "swift"}"><title>{html.escape(title)}</title><rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'
                f'<text x="{x + WIDTH / 2:g}" y="{y + HEIGHT / 2 + 5:g}">{html.escape(name)}</text></g>')
        y += HEIGHT + GAP
    style = (
        "rect{fill:#e8f0fb;stroke:#4a74a8}.c rect{fill:#f2ece0;stroke:#94763c}text{font:13px sans-serif;text-anchor:middle;fill:#1b1b1b}.folder{text-anchor:start;font-weight:bold}line{stroke:#c4c4c4}"
        "@media(prefers-color-scheme:dark){rect{fill:#1d2a3d;stroke:#7fa5d6}.c rect{fill:#332b1c;stroke:#c4a263}text{fill:#eee}line{stroke:#555}}")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + MARGIN - GAP}" role="img" aria-label="The targets of Boxwalk in their layers"><style>{style}</style>\n' + "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    print(picture(), end="")
