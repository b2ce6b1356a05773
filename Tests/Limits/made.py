"""Files that say more than they have: tables, extents, boxes, segments and pixels for which there are no bytes."""

import os
import random
import struct
import zlib


def box(kind, *parts):
    payload = b"".join(parts)
    return struct.pack(">I", 8 + len(payload)) + kind.encode("latin-1") + payload


def full(kind, *parts, version=0, flags=0):
    return box(kind, struct.pack(">I", version << 24 | flags), *parts)


def words(*numbers):
    return struct.pack(f">{len(numbers)}I", *numbers)


MATRIX = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
START = box("ftyp", b"isom", words(512), b"isommp42")


def movie(tables, extras=b"", tracks=1):
    """A `moov` box whose tracks have these sample tables."""
    entry = box("avc1", bytes(6), struct.pack(">H", 1), bytes(16), struct.pack(">HH", 64, 64), bytes(50))
    parts = []
    for number in range(1, tracks + 1):
        media = box("minf", full("vmhd", bytes(8), flags=1), box("dinf", full("dref", words(1), full("url ", flags=1))),
                    box("stbl", full("stsd", words(1), entry), *tables))
        parts.append(box(
            "trak", full("tkhd", words(0, 0, number, 0, 600), bytes(16), MATRIX, words(64 << 16, 64 << 16), flags=7),
            box("mdia", full("mdhd", words(0, 0, 600, 600), struct.pack(">HH", 0x55C4, 0)),
                full("hdlr", words(0), b"vide", bytes(13)), media)))
    return box("moov", full("mvhd", words(0, 0, 600, 600, 0x10000, 0x01000000), bytes(8), MATRIX, bytes(24), words(99)), *parts, extras)


def tables(count, size=1, offsets=(32,), sizes=None, each=None):
    stsz = words(size, count) if sizes is None else words(0, len(sizes), *sizes)
    return [full("stts", words(1, count, 1)), full("stsz", stsz), full("stsc", words(1, 1, each or count // len(offsets), 1)),
            full("stco", words(len(offsets), *offsets))]


def fragments(count, samples, size):
    trex = box("mvex", full("trex", words(1, 1, 1, size, 0)))
    run = full("trun", words(samples))
    moof = box("moof", full("mfhd", words(1)), box("traf", full("tfhd", words(1), flags=0x20000), *[run] * count))
    none = [full("stts", words(0)), full("stsz", words(0, 0)), full("stsc", words(0)), full("stco", words(0))]
    return START + movie(none, trex) + moof + box("mdat", bytes(64))


def compressed(content, stated=None):
    stream = zlib.compress(content, 9)
    return box("ftyp", b"qt  ", words(0), b"qt  ") + box("moov", box(
        "cmov", box("dcom", b"zlib"), box("cmvd", words(stated or len(content)), stream)))


def photo(extents, size=(64, 64), kind=b"jpeg", data=b"\xff\xd8\xff"):
    """A photo of one item with these extents: offset and length."""
    locations = struct.pack(">HHHIH", 1, 0, 0, 0, len(extents)) + b"".join(words(*extent) for extent in extents)
    meta = full("meta", full("hdlr", words(0), b"pict", bytes(13)), full("pitm", struct.pack(">H", 1)),
                full("iinf", struct.pack(">H", 1), full("infe", struct.pack(">HH", 1, 0), kind, b"\0", version=2)),
                full("iloc", struct.pack(">BBH", 0x44, 0x40, 1), locations, version=1),
                box("iprp", box("ipco", full("ispe", words(*size))), full("ipma", words(1), struct.pack(">HBB", 1, 1, 1))))
    return box("ftyp", b"mif1", words(0), b"mif1heic") + meta + box("mdat", data, bytes(40_000))


def jpeg(width, height):
    head = struct.pack(">BHHB", 8, height, width, 1) + bytes([1, 0x11, 0])
    segments = [(0xDB, bytes(1) + bytes([8] * 64)), (0xC0, head), (0xC4, bytes([0, 1] + [0] * 15 + [0])),
                (0xC4, bytes([0x10, 1] + [0] * 15 + [0])), (0xDA, bytes([1, 1, 0, 0, 63, 0]))]
    return b"\xff\xd8" + b"".join(struct.pack(">BBH", 255, code, 2 + len(data)) + data for code, data in segments) + bytes(900) + b"\xff\xd9"


def manifest(row, representations=1, periods=1):
    tracks = "".join(f'<Representation id="{number}" bandwidth="1"/>' for number in range(representations))
    period = (f'<Period><AdaptationSet mimeType="video/mp4"><SegmentTemplate timescale="1" media="$RepresentationID$-$Number$.mp4" '
              f'initialization="i.mp4"><SegmentTimeline>{row}</SegmentTimeline></SegmentTemplate>{tracks}</AdaptationSet></Period>')
    return (f'<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT10S">{period * periods}</MPD>').encode()


def playlist(count):
    return b"#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + b"#EXTINF:1,\na\n" * count + b"#EXT-X-ENDLIST\n"


FILES = {
    "stated-samples.mp4": START + movie(tables(4_000_000_000)) + box("mdat", bytes(64)),
    "stated-empty-samples.mp4": START + movie([full("stts", words(1, 4_000_000_000, 1)), full("stz2", words(4, 4_000_000_000)),
                                               full("stsc", words(1, 1, 4_000_000_000, 1)), full("stco", words(1, 32))]),
    "stated-by-tracks.mp4": START + movie(tables(1_000_000), tracks=100) + box("mdat", bytes(64)),
    "shared-chunks.mp4": START + movie(tables(300_000_000, offsets=[61_000] * 15_000, each=20_000)) + box("mdat", bytes(21_000)),
    "shared-samples.mp4": START + movie(tables(15_000, sizes=[20_000] * 15_000, offsets=[121_000] * 15_000, each=1)) + box("mdat", bytes(21_000)),
    "empty-runs.mp4": fragments(3000, 30_000, 0),
    "full-runs.mp4": fragments(3000, 30_000, 1),
    "compressed-boxes.mov": compressed(box("moov", box("udta", box("free") * 8_000_000))),
    "compressed-some-boxes.mov": compressed(box("moov", box("udta", box("free") * 100_000, bytes(200), random.Random(1).randbytes(8192)))),
    "boxes.mp4": START + box("moov", box("udta", box("free") * 100_000)),
    "shared-extents.heic": photo([(300, 40_000)] * 10_000),
    "many-pixels.heic": photo([(300, 40_000)], size=(60_000, 60_000)),
    "many-pixels.jpg": jpeg(30_000, 30_000),
    "repeated.mpd": manifest('<S t="0" d="1" r="2000000000"/>'),
    "repeated-in-tracks.mpd": manifest('<S t="0" d="1" r="100000"/>', representations=1000),
    "repeated-in-periods.mpd": manifest('<S t="0" d="1" r="100000"/>', periods=1000),
    "million.m3u8": playlist(1_000_000),
}


def made_files(folder):
    for name, data in FILES.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    return [os.path.join(folder, name) for name in FILES]
