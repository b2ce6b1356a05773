"""Makes a movie of 2 GB with `moov` at its end, for Benchmarks/run: real sample tables, sparse data.

The script repeats a sample clip until there are more than 100,000 samples, and then moves the chunks apart, with holes
between them, so that the file has the size and the seeks of a long recording, but takes only half a gigabyte of disk space.
"""

import array
import os
import struct
import subprocess
import sys

SIZE = 2 << 30


def children(data, start, end):
    at = start
    while at + 8 <= end:
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, at + 8, at + size
        at += size


def find(data, path, start, end):
    """(start, end) of the bodies of all boxes at this path."""
    for kind, low, high in children(data, start, end):
        if kind == path[0]:
            if len(path) == 1:
                yield low, high
            else:
                yield from find(data, path[1:], low, high)


def make(clip, out, repeats=600):
    short = out + ".short.mov"
    subprocess.run(
        ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-stream_loop", str(repeats), "-i", clip,
         "-c", "copy", "-f", "mov", short], check=True)
    with open(short, "rb") as file:
        data = bytearray(file.read())
    os.remove(short)
    top = {kind: (start, end) for kind, start, end in children(data, 0, len(data))}
    mdat, moov = top[b"mdat"], top[b"moov"]
    tables = []
    for start, _ in find(data, [b"trak", b"mdia", b"minf", b"stbl", b"stco"], *moov):
        count = struct.unpack(">I", data[start + 4:start + 8])[0]
        table = array.array("I", data[start + 8:start + 8 + 4 * count])
        table.byteswap()
        tables.append((start + 8, table))
    samples = sum(struct.unpack(">I", data[start + 8:start + 12])[0]
                  for start, _ in find(data, [b"trak", b"mdia", b"minf", b"stbl", b"stsz"], *moov))
    chunks = sorted(offset for _, table in tables for offset in table)
    gap = (SIZE - len(data)) // len(chunks)
    moved = {offset: offset + index * gap for index, offset in enumerate(chunks)}
    ends = chunks[1:] + [mdat[1]]
    mdat_end = moved[chunks[-1]] + ends[-1] - chunks[-1]
    for start, table in tables:
        new = array.array("I", [moved[offset] for offset in table])
        new.byteswap()
        data[start:start + len(new) * 4] = new.tobytes()
    with open(out + ".part", "wb") as file:
        file.write(data[:mdat[0] - 8])
        file.write(struct.pack(">I4s", mdat_end - mdat[0] + 8, b"mdat"))
        for offset, end in zip(chunks, ends):
            file.seek(moved[offset])
            file.write(data[offset:end])
        file.seek(mdat_end)
        file.write(data[moov[0] - 8:moov[1]])
    os.replace(out + ".part", out)
    return samples


if __name__ == "__main__":
    print(make(sys.argv[1], sys.argv[2]), "samples")
