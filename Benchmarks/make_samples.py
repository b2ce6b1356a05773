"""Makes a movie of six hours with 1,290,000 frames, for Benchmarks/run: tables of a long recording, and sparse media data.

The tables are as long as in real files: composition offsets change with every frame, durations with every fifth frame, and every
second has a chunk that starts with a sync sample. The sample entry is that of a sample clip.
"""

import array
import os
import struct
import sys

from make_movie import find

FRAMES = 1_290_000
TIMESCALE = 60_000


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", 8 + len(body), kind) + body


def full(kind, *parts):
    return box(kind, bytes(4), *parts)


def table(kind, numbers, columns=1, head=b"", type="I"):
    values = array.array(type, numbers)
    values.byteswap()
    return full(kind, head, struct.pack(">I", len(values) // columns), values.tobytes())


def make(clip, out, frames=FRAMES):
    with open(clip, "rb") as file:
        data = file.read()
    stsd = next(data[start - 8:end] for start, end in find(
        data, [b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd"], 0, len(data)))
    sizes = [20_000 if frame % 60 == 0 else 1_000 + frame * 7919 % 4_001 for frame in range(frames)]
    durations = [value for run in range((frames + 4) // 5) for value in (min(5, frames - run * 5), 1_000 + run % 2)]
    offsets = [value for frame in range(frames) for value in (1, (2_000, 5_000, 2_000, 0)[frame % 4])]
    duration = sum(count * delta for count, delta in zip(durations[0::2], durations[1::2]))

    ftyp = box(b"ftyp", b"isom", bytes(4), b"isomiso2mp41")
    start = len(ftyp) + 16
    chunks = []
    for first in range(0, frames, 60):
        chunks.append(start)
        start += sum(sizes[first:first + 60])
    media = start - len(ftyp)
    matrix = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    runs = [1, 60, 1] + ([len(chunks), frames % 60, 1] if frames % 60 else [])
    stbl = box(
        b"stbl", stsd, table(b"stts", durations, 2), table(b"ctts", offsets, 2), table(b"stsc", runs, 3),
        table(b"stss", range(1, frames + 1, 60)), table(b"stsz", sizes, head=bytes(4)), table(b"co64", chunks, type="Q"))
    minf = box(
        b"minf", full(b"vmhd", bytes(8)), box(b"dinf", full(b"dref", struct.pack(">I", 1), box(b"url ", b"\0\0\0\1"))), stbl)
    mdia = box(
        b"mdia", full(b"mdhd", struct.pack(">IIIIHH", 0, 0, TIMESCALE, duration, 0x55C4, 0)),
        full(b"hdlr", bytes(4), b"vide", bytes(13)), minf)
    trak = box(
        b"trak", full(b"tkhd", struct.pack(">IIIII", 0, 0, 1, 0, duration), bytes(16), matrix, struct.pack(">II", 640 << 16, 480 << 16)),
        mdia)
    moov = box(
        b"moov", full(b"mvhd", struct.pack(">IIIIIH", 0, 0, TIMESCALE, duration, 0x10000, 0x100), bytes(10), matrix, bytes(24),
                      struct.pack(">I", 2)), trak)
    with open(out + ".part", "wb") as file:
        file.write(ftyp + struct.pack(">I4sQ", 1, b"mdat", media))
        # The frames that `verify` looks into.
        for place, size, kind in ((chunks[0], sizes[0], 0x65), (start - sizes[-1], sizes[-1], 0x41)):
            file.seek(place)
            file.write(struct.pack(">IB", size - 4, kind))
        file.seek(len(ftyp) + media)
        file.write(moov)
    os.replace(out + ".part", out)
    return frames


if __name__ == "__main__":
    print(make(sys.argv[1], sys.argv[2]), "samples")
