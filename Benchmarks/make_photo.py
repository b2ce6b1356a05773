"""Makes larger photos from one, for Benchmarks/convert: it repeats the coded tiles of a HEIC photo in a larger grid.

Nothing is re-encoded, and each tile is in the file once: the items have different IDs, and their extents refer to the same
bytes. Colour, transformations and thumbnail are those of the photo; metadata and auxiliary images are left out.

  python3 Benchmarks/make_photo.py PHOTO.HEIC 8064 6048 OUT.HEIC
"""

import os
import struct
import sys
from dataclasses import dataclass

from make_movie import children, find

ESSENTIAL = (b"hvcC", b"irot", b"imir", b"clap")


class Unsuitable(Exception):
    """The photo is none whose tiles can be repeated."""


class Reader:
    """Numbers from bytes, one after the other."""

    def __init__(self, data, at):
        self.data, self.at = data, at

    def uint(self, size):
        self.at += size
        return int.from_bytes(self.data[self.at - size:self.at], "big")

    def code(self):
        self.at += 4
        return bytes(self.data[self.at - 4:self.at])


@dataclass
class Photo:
    """What the main image of a photo is made of. Sizes are those before turning."""

    width: int
    height: int
    shown: tuple        # the size after turning
    columns: int
    tiles: list         # coded bytes, row by row
    tile_width: int
    tile_height: int
    tile_properties: list   # whole boxes
    properties: list        # of the grid, without ispe
    thumbnail: tuple        # coded bytes, and whole property boxes; None without one


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    top = {kind: (low, high) for kind, low, high in children(data, 0, len(data))}
    if b"meta" not in top:
        raise Unsuitable("it has no meta box")
    low, high = top[b"meta"]
    meta = {kind: (a, b) for kind, a, b in children(data, low + 4, high)}
    try:
        types = read_types(data, *meta[b"iinf"])
        places = read_places(data, *meta[b"iloc"])
        properties = read_properties(data, *meta[b"iprp"])
        tiles_of = read_references(data, *meta[b"iref"], b"dimg") if b"iref" in meta else {}
        thumbnails = read_references(data, *meta[b"iref"], b"thmb") if b"iref" in meta else {}
        primary = Reader(data, meta[b"pitm"][0] + 4).uint(2 if data[meta[b"pitm"][0]] == 0 else 4)
    except (KeyError, IndexError, struct.error) as error:
        raise Unsuitable("its items cannot be read") from error

    def content(item):
        method, extents = places[item]
        if method > 1:
            raise Unsuitable("its data are in other items")
        base = meta[b"idat"][0] if method == 1 else 0
        return b"".join(data[base + offset:base + offset + length] for offset, length in extents)

    def size(item):
        for box in properties[item]:
            if box[4:8] == b"ispe":
                return struct.unpack(">II", box[12:20])
        raise Unsuitable("an image has no size")

    ids = tiles_of.get(primary, []) if types[primary] == b"grid" else [primary]
    if not ids or any(types[item] != b"hvc1" for item in ids):
        raise Unsuitable("it is neither an HEVC picture nor a grid of them")
    columns = content(primary)[3] + 1 if types[primary] == b"grid" else 1
    width, height = size(primary)
    turn = [box[8] for box in properties[primary] if box[4:8] == b"irot"]
    shown = (height, width) if turn and turn[0] % 2 else (width, height)
    small = [item for item, of in thumbnails.items() if of == [primary] and types[item] == b"hvc1"]
    wanted = (b"hvcC", b"ispe", b"colr", b"pixi", b"irot", b"imir")
    thumbnail = (content(small[0]), [box for box in properties[small[0]] if box[4:8] in wanted]) if small else None
    return Photo(
        width, height, shown, columns, [content(item) for item in ids], *size(ids[0]),
        [box for box in properties[ids[0]] if box[4:8] in (b"hvcC", b"ispe", b"colr")],
        [box for box in properties[primary] if box[4:8] in (b"colr", b"pixi", b"irot", b"imir")], thumbnail)


def read_types(data, low, high):
    types = {}
    for kind, start, _ in children(data, low + (6 if data[low] == 0 else 8), high):
        if kind == b"infe":
            reader = Reader(data, start + 4)
            item = reader.uint(2 if data[start] == 2 else 4)
            reader.uint(2)
            types[item] = reader.code()
    return types


def read_places(data, low, _):
    version = data[low]
    reader = Reader(data, low + 4)
    sizes = reader.uint(2)
    offset_size, length_size, base_size, index_size = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
    places = {}
    for _ in range(reader.uint(2 if version < 2 else 4)):
        item = reader.uint(2 if version < 2 else 4)
        method = reader.uint(2) & 15 if version > 0 else 0
        reader.uint(2)
        base = reader.uint(base_size)
        extents = []
        for _ in range(reader.uint(2)):
            if version > 0:
                reader.uint(index_size)
            offset = reader.uint(offset_size)
            extents.append((base + offset, reader.uint(length_size)))
        places[item] = (method, extents)
    return places


def read_properties(data, low, high):
    """The property boxes of each item, whole."""
    (start, end), = find(data, [b"ipco"], low, high)
    boxes = [bytes(data[a - 8:b]) for _, a, b in children(data, start, end)]
    of = {}
    for start, _ in find(data, [b"ipma"], low, high):
        wide = data[start + 3] & 1
        reader = Reader(data, start + 4)
        for _ in range(reader.uint(4)):
            item = reader.uint(2 if data[start] == 0 else 4)
            numbers = [reader.uint(1 + wide) & (0x7FFF if wide else 0x7F) for _ in range(reader.uint(1))]
            of.setdefault(item, []).extend(boxes[number - 1] for number in numbers if number)
    return of


def read_references(data, low, high, wanted):
    """The items that each item refers to."""
    width = 2 if data[low] == 0 else 4
    of = {}
    for kind, start, _ in children(data, low + 4, high):
        if kind == wanted:
            reader = Reader(data, start)
            item = reader.uint(width)
            of[item] = [reader.uint(width) for _ in range(reader.uint(2))]
    return of


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", 8 + len(body), kind) + body


def full(kind, version, flags, *parts):
    return box(kind, struct.pack(">I", version << 24 | flags), *parts)


def make(photo, width, height, out):
    """Writes a grid of this size. Tiles that overhang the photo are left out where there are whole ones."""
    columns, rows = -(-width // photo.tile_width), -(-height // photo.tile_height)
    if columns > 256 or rows > 256:
        raise Unsuitable(f"a grid has at most 256 × 256 tiles, and this one would have {columns} × {rows}")
    whole_columns = max(1, photo.width // photo.tile_width)
    whole_rows = max(1, photo.height // photo.tile_height)
    used = [row * photo.columns + column for row in range(whole_rows) for column in range(whole_columns)]
    source = [used[row % whole_rows * whole_columns + column % whole_columns]
              for row in range(rows) for column in range(columns)]
    count = rows * columns
    grid = count + 1
    items = grid + (1 if photo.thumbnail else 0)

    ispe = full(b"ispe", 0, 0, struct.pack(">II", width, height))
    grid_properties = [ispe, *photo.properties]
    small, small_properties = photo.thumbnail or (b"", [])
    small_item = [grid + 1] if photo.thumbnail else []
    properties = list(dict.fromkeys(photo.tile_properties + grid_properties + small_properties))

    def association(boxes):
        numbers = [(0x80 if b[4:8] in ESSENTIAL else 0) | properties.index(b) + 1 for b in boxes]
        return bytes([len(numbers), *numbers])

    tile_association = association(photo.tile_properties)
    associations = b"".join(struct.pack(">H", item) + tile_association for item in range(1, grid))
    associations += struct.pack(">H", grid) + association(grid_properties)
    for item in small_item:
        associations += struct.pack(">H", item) + association(small_properties)
    # Bit 0 of the flags: hidden.
    entries = b"".join(full(b"infe", 2, 1, struct.pack(">HH4s", item, 0, b"hvc1"), b"\0") for item in range(1, grid))
    entries += full(b"infe", 2, 0, struct.pack(">HH4s", grid, 0, b"grid"), b"\0")
    for item in small_item:
        entries += full(b"infe", 2, 0, struct.pack(">HH4s", item, 0, b"hvc1"), b"\0")
    large = max(width, height) > 0xFFFF
    descriptor = struct.pack(">BBBB", 0, int(large), rows - 1, columns - 1)
    descriptor += struct.pack(">II" if large else ">HH", width, height)

    def meta(at):
        where = {}
        for number in used:
            where[number] = at
            at += len(photo.tiles[number])
        locations = b"".join(
            struct.pack(">HHHHII", item, 0, 0, 1, where[number], len(photo.tiles[number]))
            for item, number in enumerate(source, 1))
        locations += struct.pack(">HHHHII", grid, 1, 0, 1, 0, len(descriptor))
        for item in small_item:
            locations += struct.pack(">HHHHII", item, 0, 0, 1, at, len(small))
        return full(
            b"meta", 0, 0,
            full(b"hdlr", 0, 0, bytes(4), b"pict", bytes(12), b"\0"),
            full(b"pitm", 0, 0, struct.pack(">H", grid)),
            full(b"iinf", 0, 0, struct.pack(">H", items), entries),
            full(b"iref", 0, 0, box(b"dimg", struct.pack(f">HH{count}H", grid, count, *range(1, grid))),
                 *(box(b"thmb", struct.pack(">HHH", item, 1, grid)) for item in small_item)),
            box(b"iprp", box(b"ipco", *properties), full(b"ipma", 0, 0, struct.pack(">I", items), associations)),
            box(b"idat", descriptor),
            full(b"iloc", 1, 0, struct.pack(">HH", 0x4400, items), locations))

    ftyp = box(b"ftyp", b"heic", bytes(4), b"mif1", b"heic")
    head = ftyp + meta(len(ftyp) + len(meta(0)) + 8)
    with open(out + ".part", "wb") as file:
        file.write(head + box(b"mdat", *(photo.tiles[number] for number in used), small))
    os.replace(out + ".part", out)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    try:
        make(read(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    except Unsuitable as error:
        sys.exit(f"{sys.argv[1]}: {error}.")
