"""Exif, XMP and ICC for the sample pictures, written field by field."""

import struct
from fractions import Fraction

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED, SIGNED_LONG, SIGNED_RATIONAL = 1, 2, 3, 4, 5, 7, 9, 10
SIZES = {BYTE: 1, ASCII: 1, SHORT: 2, LONG: 4, RATIONAL: 8, UNDEFINED: 1, SIGNED_LONG: 4, SIGNED_RATIONAL: 8}

XMP_NAME = b"http://ns.adobe.com/xap/1.0/\0"  # of the segment of a JPEG file


def encode(kind, value, order):
    if kind == ASCII:
        return value.encode("ascii") + b"\0"
    if kind in (BYTE, UNDEFINED):
        return value
    values = value if isinstance(value, (list, tuple)) else [value]
    if kind in (RATIONAL, SIGNED_RATIONAL):
        pair = "2I" if kind == RATIONAL else "2i"
        parts = [Fraction(v).limit_denominator(100000) for v in values]
        return b"".join(struct.pack(order + pair, p.numerator, p.denominator) for p in parts)
    return struct.pack(order + {SHORT: "H", LONG: "I", SIGNED_LONG: "i"}[kind] * len(values), *values)


def directory(fields, start, order=">"):
    """An IFD at an offset, with the values that do not fit into its entries behind it."""
    entries, heap = b"", b""
    heap_start = start + 2 + 12 * len(fields) + 4
    for tag in sorted(fields):
        kind, value = fields[tag]
        data = encode(kind, value, order)
        entries += struct.pack(order + "HHI", tag, kind, len(data) // SIZES[kind])
        if len(data) <= 4:
            entries += data.ljust(4, b"\0")
        else:
            entries += struct.pack(order + "I", heap_start + len(heap))
            heap += data + b"\0" * (len(data) % 2)
    return struct.pack(order + "H", len(fields)) + entries + bytes(4) + heap


def tiff(ifd0, exif, gps, order=">"):
    """A TIFF block with an IFD0, an Exif IFD and a GPS IFD, each a dict of tag: (type, value)."""
    ifd0 = dict(ifd0)
    ifd0[0x8769] = ifd0[0x8825] = (LONG, 0)  # so that the length is known
    exif_start = 8 + len(directory(ifd0, 8, order))
    gps_start = exif_start + len(directory(exif, exif_start, order))
    ifd0[0x8769], ifd0[0x8825] = (LONG, exif_start), (LONG, gps_start)
    head = (b"MM" if order == ">" else b"II") + struct.pack(order + "HI", 42, 8)
    return head + directory(ifd0, 8, order) + directory(exif, exif_start, order) + directory(gps, gps_start, order)


def apple_note(fields):
    """A maker note as iPhones write it; its offsets count from its first byte."""
    head = b"Apple iOS\0\0\1MM"
    return head + directory({0x0001: (SIGNED_LONG, 14), **fields}, len(head))


def camera_tiff(width, height, orientation, date, location, description, order=">", p3=False, milliseconds=384,
                note=None):
    """What a camera of our own invention writes. `location` is (latitude, longitude, metres above the sea)."""

    def degrees(value):
        value = abs(value)
        minutes = (value % 1) * 60
        return [int(value), int(minutes), Fraction(round((minutes % 1) * 60, 2))]

    latitude, longitude, altitude = location
    day, time = date.split(" ")
    ifd0 = {
        0x010E: (ASCII, description),
        0x010F: (ASCII, "Boxwalk"),
        0x0110: (ASCII, "Sample"),
        0x0112: (SHORT, orientation),
        0x011A: (RATIONAL, 72),
        0x011B: (RATIONAL, 72),
        0x0128: (SHORT, 2),
        0x0131: (ASCII, "make-sample-media"),
        0x0132: (ASCII, date),
        0x0213: (SHORT, 1),
    }
    exif = {
        0x829A: (RATIONAL, Fraction(1, 640)),
        0x829D: (RATIONAL, Fraction(8, 5)),
        0x8822: (SHORT, 2),
        0x8827: (SHORT, 50),
        0x9000: (UNDEFINED, b"0232"),
        0x9003: (ASCII, date),
        0x9004: (ASCII, date),
        0x9010: (ASCII, "+02:00"),
        0x9011: (ASCII, "+02:00"),
        0x9012: (ASCII, "+02:00"),
        0x9101: (UNDEFINED, b"\1\2\3\0"),
        0x9204: (SIGNED_RATIONAL, 0),
        0x9207: (SHORT, 5),
        0x9209: (SHORT, 16),
        0x920A: (RATIONAL, Fraction(42, 10)),
        0x9291: (ASCII, f"{milliseconds:03}"),
        0x9292: (ASCII, f"{milliseconds:03}"),
        0xA000: (UNDEFINED, b"0100"),
        0xA001: (SHORT, 65535 if p3 else 1),
        0xA002: (LONG, width),
        0xA003: (LONG, height),
        0xA217: (SHORT, 2),
        0xA301: (UNDEFINED, b"\1"),
        0xA402: (SHORT, 0),
        0xA403: (SHORT, 0),
        0xA405: (SHORT, 26),
        0xA432: (RATIONAL, [Fraction(42, 10), Fraction(42, 10), Fraction(8, 5), Fraction(8, 5)]),
        0xA433: (ASCII, "Boxwalk"),
        0xA434: (ASCII, "Sample 4.2mm f/1.6"),
    }
    if note:
        exif[0x927C] = (UNDEFINED, note)
    gps = {
        0x0000: (BYTE, b"\2\3\0\0"),
        0x0001: (ASCII, "N" if latitude >= 0 else "S"),
        0x0002: (RATIONAL, degrees(latitude)),
        0x0003: (ASCII, "E" if longitude >= 0 else "W"),
        0x0004: (RATIONAL, degrees(longitude)),
        0x0005: (BYTE, b"\0"),
        0x0006: (RATIONAL, altitude),
        0x0007: (RATIONAL, [int(part) for part in time.split(":")]),
        0x001D: (ASCII, day),
    }
    return tiff(ifd0, exif, gps, order)


def xmp(namespaces, attributes, structures=""):
    """An XMP packet with simple properties: prefix -> address, and "prefix:Name" -> text; and XML of others."""
    names = "".join(f'\n    xmlns:{prefix}="{address}"' for prefix, address in namespaces.items())
    fields = "".join(f'\n    {name}="{value}"' for name, value in attributes.items())
    end = f">{structures}\n  </rdf:Description>" if structures else "/>"
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        f'  <rdf:Description rdf:about=""{names}{fields}{end}\n'
        " </rdf:RDF>\n</x:xmpmeta>\n"
        '<?xpacket end="w"?>'
    ).encode("utf-8")


def container_xmp(namespaces, attributes, mime, semantic, length):
    """XMP of Google's container: what the file is besides a JPEG picture, and the data behind the picture."""
    items = (("image/jpeg", "Primary", 0), (mime, semantic, length))
    return xmp(
        {**namespaces, "Container": "http://ns.google.com/photos/1.0/container/",
         "Item": "http://ns.google.com/photos/1.0/container/item/"},
        attributes,
        "\n   <Container:Directory>\n    <rdf:Seq>" + "".join(
            f'\n     <rdf:li rdf:parseType="Resource">\n      <Container:Item Item:Mime="{mime}" '
            f'Item:Semantic="{semantic}" Item:Length="{length}" Item:Padding="0"/>\n     </rdf:li>'
            for mime, semantic, length in items) + "\n    </rdf:Seq>\n   </Container:Directory>")


def display_p3_profile(date):
    """An ICC version 4 profile: P3 primaries, D65 white, the sRGB curve."""
    year, month, day = date

    def fixed(value):
        return struct.pack(">i", round(value * 65536))

    def xyz(*values):
        return b"XYZ \0\0\0\0" + b"".join(fixed(v) for v in values)

    def text(value):
        data = value.encode("utf-16-be")
        return b"mluc" + struct.pack(">IIIHHII", 0, 1, 12, 0x656E, 0x5553, len(data), 28) + data

    curve = b"para\0\0\0\0" + struct.pack(">HH", 3, 0) + b"".join(
        fixed(v) for v in (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))
    adapt = b"sf32\0\0\0\0" + b"".join(fixed(v) for v in (
        1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168))
    tags = [
        (b"desc", text("Display P3")),
        (b"cprt", text("Made by the Boxwalk project; no rights reserved")),
        (b"wtpt", xyz(0.96420, 1.0, 0.82491)),
        (b"rXYZ", xyz(0.51512, 0.24120, -0.00105)),
        (b"gXYZ", xyz(0.29198, 0.69225, 0.04189)),
        (b"bXYZ", xyz(0.15710, 0.06657, 0.78407)),
        (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve),
        (b"chad", adapt),
    ]
    offset = 128 + 4 + 12 * len(tags)
    table, data, offsets = struct.pack(">I", len(tags)), b"", {}
    for name, body in tags:
        if body not in offsets:
            offsets[body] = offset + len(data)
            data += body + b"\0" * (-len(body) % 4)
        table += name + struct.pack(">II", offsets[body], len(body))
    size = 128 + len(table) + len(data)
    head = struct.pack(">I4sI4s4s4s6H4s", size, b"\0\0\0\0", 0x04000000, b"mntr", b"RGB ", b"XYZ ",
                       year, month, day, 0, 0, 0, b"acsp")
    head += struct.pack(">4sI4s4sQI", b"\0\0\0\0", 0, b"\0\0\0\0", b"\0\0\0\0", 0, 0)
    head += fixed(0.9642) + fixed(1.0) + fixed(0.82491)
    return head.ljust(128, b"\0") + table + data
