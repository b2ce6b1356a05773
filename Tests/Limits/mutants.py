"""Mutants of the samples: numbers that are counts or sizes become others, ranges are repeated, cut out or cut off."""

import os
import random
import re

# Boxes in whose first words counts, sizes and times are.
TABLES = re.compile(
    rb"stsz|stz2|stts|ctts|stsc|stco|co64|stss|sdtp|sbgp|sgpd|saiz|saio|elst|trun|tfhd|tfdt|trex|sidx|mvhd|mdhd|tkhd|"
    rb"iloc|iinf|infe|iref|ipma|ispe|grid|iovl|hvcC|avcC|av1C|stsd|dref|chpl|keys|ilst|hvc1|avc1|mp4a|moov|trak|mdat|meta|"
    rb"mdia|minf|stbl|moof|traf|iprp|ipco|uuid|Exif|xpacket|MPF|\xff\xd8\xff|\xff\xc0|\xff\xc2|\xff\xda|\xff\xdd|\xff\xe1|\xff\xe2")
NUMBERS = [0, 1, 2, 255, 1 << 15, 0xFFFF, 100_000, 1_000_000, 1 << 24, 0x7FFFFFFF, 0x80000000, 4_000_000_000, 0xFFFFFFFF]


def changed_number(data, source):
    offsets = [match.end() for match in TABLES.finditer(data)]
    offset = source.choice(offsets) if offsets else source.randrange(len(data))
    offset += source.choice([-8, 0, 4, 4, 8, 8, 12, 16, 20, 24, source.randrange(64)])
    width = source.choice([1, 2, 4, 4, 4, 4, 8])
    if 0 <= offset <= len(data) - width:
        number = source.choice(NUMBERS + [source.getrandbits(32)])
        data[offset:offset + width] = (number & (1 << 8 * width) - 1).to_bytes(width, "big")


def changed_text(data, source):
    numbers = list(re.finditer(rb"\d+", data))
    if numbers:
        match = source.choice(numbers)
        data[match.start():match.end()] = source.choice([b"0", b"-1", b"1000000", b"4000000000", b"9" * 30, b"0.0000001"])


def repeated(data, source):
    start = source.randrange(len(data))
    part = data[start:start + source.choice([1, 8, 16, 40, 200, 1000])]
    data[start:start] = part * source.randrange(1, 1 + min(2000, 60_000 // len(part)))


def without(data, source):
    start = source.randrange(len(data))
    del data[start:start + source.choice([1, 4, 16, 300, len(data)])]


def flipped(data, source):
    data[source.randrange(len(data))] ^= 1 << source.randrange(8)


def mutants(folder, count, seed):
    """`count` mutants of the files of a folder: their names and bytes."""
    names = sorted(name for name in os.listdir(folder) if os.path.getsize(os.path.join(folder, name)) < 400_000 and name != "README.md")
    for number in range(count):
        source = random.Random(f"{seed} {number}")
        name = source.choice(names)
        with open(os.path.join(folder, name), "rb") as file:
            data = bytearray(file.read())
        kinds = [changed_text, repeated] if name.endswith(".m3u8") else [changed_number] * 6 + [repeated, without, flipped]
        for _ in range(source.choice([1, 1, 2, 3, 5])):
            if data:
                source.choice(kinds)(data, source)
        yield name, bytes(data)
