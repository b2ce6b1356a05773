"""Writes HEIF files, and codes HEVC pictures for them: just what the samples need, box by box."""

import struct
import subprocess
from dataclasses import dataclass, field

import numpy as np


def box(kind, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", 8 + len(body), kind) + body


def full(kind, version, flags, *parts):
    return box(kind, struct.pack(">I", version << 24 | flags), *parts)


# Pixels to HEVC


def full_range_planes(rgb):
    """RGB from 0 to 1 as BT.601 full range 4:2:0 planes, the way phones and JPEG keep colour."""
    r, g, b = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    y = 0.299 * r + 0.587 * g + 0.114 * b
    planes = [y]
    for c, scale in ((b, 1.772), (r, 1.402)):
        d = (c - y) / scale + 128 / 255
        h, w = d.shape
        planes.append(d.reshape(h // 2, 2, w // 2, 2).mean(axis=(1, 3)))
    return [np.clip(p * 255 + 0.5, 0, 255).astype(np.uint8) for p in planes]


@dataclass
class CodedPicture:
    """Parameter sets, and the slices of each picture that uses them."""

    width: int
    height: int
    chroma: int  # chroma_format_idc
    parameter_sets: list
    pictures: list  # each with 4 byte lengths, as an item holds them

    def configuration(self):
        """The hvcC box."""
        sps = unescape(self.parameter_sets[1])
        levels = ((sps[2] >> 1) & 7) + 1
        nested = sps[2] & 1
        profile = sps[3:15]
        record = bytes([1]) + profile + struct.pack(
            ">HBBBBHB", 0xF000, 0xFC, 0xFC | self.chroma, 0xF8, 0xF8, 0, levels << 3 | nested << 2 | 3)
        record += bytes([len(self.parameter_sets)])
        for nal in self.parameter_sets:
            record += struct.pack(">BHH", 0x80 | nal[0] >> 1, 1, len(nal)) + nal
        return box(b"hvcC", record)


def encode_hevc(ffmpeg, pictures, crf, colour, grey=False, level=None):
    """Codes pictures of one size (lists of planes) one by one, each as an intra picture."""
    height, width = pictures[0][0].shape
    raw = b"".join(plane.tobytes() for planes in pictures for plane in planes)
    primaries, transfer, matrix = colour
    options = {
        "keyint": 1, "ref": 1, "bframes": 0, "scenecut": 0, "ctu": 32, "wpp": 1, "frame-threads": 1,
        "rc-lookahead": 0, "repeat-headers": 1, "annexb": 1, "info": 0, "aud": 0, "hrd": 0,
        "videoformat": 5, "range": "full", "log-level": "error",
    }
    if not grey:
        options |= {"colorprim": primaries, "transfer": transfer, "colormatrix": matrix,
                    "scaling-list": "default"}
    if level:
        options["level-idc"] = level
    command = [
        ffmpeg, "-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "gray" if grey else "yuvj420p",
        "-s", f"{width}x{height}", "-r", "1", "-i", "-", "-c:v", "libx265", "-preset", "medium", "-crf", str(crf),
        "-x265-params", ":".join(f"{key}={value}" for key, value in options.items()), "-f", "hevc", "-",
    ]
    stream = subprocess.run(command, input=raw, stdout=subprocess.PIPE, check=True).stdout

    sets, coded = {}, []
    for nal in split_nals(stream):
        kind = nal[0] >> 1 & 0x3F
        if 32 <= kind <= 34:
            if sets.setdefault(kind, nal) != nal:
                raise SystemExit("The encoder changed its parameter sets between pictures of one size.")
        elif kind < 32:
            if nal[2] & 0x80:  # first_slice_segment_in_pic_flag
                coded.append(b"")
            coded[-1] += struct.pack(">I", len(nal)) + nal
    if len(coded) != len(pictures):
        raise SystemExit(f"The encoder gave {len(coded)} pictures for {len(pictures)}.")
    if not grey:
        # x265 says "range extensions, intra" of a stream without any extension. Each picture is an item of its
        # own, which is what the Main Still Picture profile is for, and what phones say.
        sets[32], sets[33] = still_picture(sets[32]), still_picture(sets[33])
    return CodedPicture(width, height, 0 if grey else 1, [sets[k] for k in (32, 33, 34)], coded)


def unescape(nal):
    return nal.replace(b"\0\0\3", b"\0\0")


def escape(payload):
    out, zeros = bytearray(), 0
    for byte in payload:
        if zeros == 2 and byte <= 3:
            out.append(3)
            zeros = 0
        out.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes(out)


def still_picture(nal):
    """A VPS or SPS that says Main Still Picture, and keeps one picture as that profile asks."""
    is_sps = nal[0] >> 1 == 33
    payload = bytearray(unescape(nal))
    profile = 3 if is_sps else 6
    payload[profile:profile + 11] = bytes([3, 0x70, 0, 0, 0, 0xB0, 0, 0, 0, 0, 0])
    bits = "".join(f"{byte:08b}" for byte in payload)
    bits = bits[:bits.rindex("1")]  # without the stop bit

    at = 8 * (profile + 12)  # behind general_level_idc

    def after_ue(at):
        return at + 2 * (bits.index("1", at) - at) + 1

    if is_sps:
        for _ in range(4):  # sps_seq_parameter_set_id, chroma_format_idc, width, height
            at = after_ue(at)
        window = bits[at] == "1"
        at += 1
        for _ in range(7 if window else 3):  # the window, bit_depth_luma, bit_depth_chroma, log2_max_poc_lsb
            at = after_ue(at)
    at += 1  # sub_layer_ordering_info_present_flag
    bits = bits[:at] + "1" + bits[after_ue(at):] + "1"  # max_dec_pic_buffering_minus1 = 0
    bits += "0" * (-len(bits) % 8)
    return escape(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def split_nals(stream):
    """The NAL units of an Annex B stream, without start codes."""
    starts = []
    at = stream.find(b"\0\0\1")
    while at >= 0:
        starts.append(at)
        at = stream.find(b"\0\0\1", at + 3)
    for start, end in zip(starts, starts[1:] + [len(stream)]):
        nal = stream[start + 3:end]
        if end != len(stream):
            nal = nal.rstrip(b"\0")
        yield nal


# Properties


def ispe(width, height):
    return full(b"ispe", 0, 0, struct.pack(">II", width, height))


def pixi(channels):
    return full(b"pixi", 0, 0, bytes([channels]) + bytes([8]) * channels)


def irot(quarter_turns):
    return box(b"irot", bytes([quarter_turns]))


def colr_icc(profile):
    return box(b"colr", b"prof", profile)


def colr_nclx(primaries, transfer, matrix, full_range):
    return box(b"colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix, full_range << 7))


def auxc(urn, subtype=b""):
    return full(b"auxC", 0, 0, urn.encode() + b"\0", subtype)


def disparity_subtype(low, high):
    """What auxC of a depth image says: a depth representation SEI message, from low to high (both above 0)."""

    def element(value):
        exponent = 31
        while value >= 2:
            value, exponent = value / 2, exponent + 1
        while 0 < value < 1:
            value, exponent = value * 2, exponent - 1
        return f"0{exponent:07b}{15:05b}{int((value - 1) * 65536):016b}"

    # z_near, z_far absent, d_min, d_max present; type 1 (uniform disparity); reference view 0.
    bits = "0011" + "010" + "1" + element(low) + element(high) + "1"
    bits += "0" * (-len(bits) % 8)
    payload = bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))
    nal = bytes([0x4E, 0x01, 177, len(payload)]) + payload
    return struct.pack(">II", 4 + len(nal), len(nal)) + nal


ESSENTIAL = (b"hvcC", b"avcC", b"av1C", b"irot", b"imir", b"clap")


# The file


@dataclass
class Item:
    kind: bytes
    data: bytes
    properties: list = field(default_factory=list)
    hidden: bool = False
    in_idat: bool = False
    content_type: str = ""
    references: list = field(default_factory=list)  # (type, [ids])


def heif_file(brands, primary, items, order):
    """A file whose items are `items` (by id), with their data in the mdat box in the given order."""
    property_list, associations = [], b""
    with_properties = {k: v for k, v in items.items() if v.properties}
    for number, item in sorted(with_properties.items()):
        associations += struct.pack(">HB", number, len(item.properties))
        for prop in item.properties:
            if prop not in property_list:
                property_list.append(prop)
            essential = 0x80 if prop[4:8] in ESSENTIAL else 0
            associations += bytes([essential | property_list.index(prop) + 1])
    iprp = box(b"iprp", box(b"ipco", *property_list),
               full(b"ipma", 0, 0, struct.pack(">I", len(with_properties)), associations))

    infes, references, idat, idat_at = b"", b"", b"", {}
    for number, item in sorted(items.items()):
        mime = item.content_type.encode() + b"\0" if item.kind == b"mime" else b""
        infes += full(b"infe", 2, int(item.hidden), struct.pack(">HH4s", number, 0, item.kind), b"\0", mime)
        for kind, targets in item.references:
            references += box(kind, struct.pack(f">HH{len(targets)}H", number, len(targets), *targets))
        if item.in_idat:
            idat_at[number] = len(idat)
            idat += item.data

    ftyp = box(b"ftyp", brands[0], bytes(4), *brands[1:])
    hdlr = full(b"hdlr", 0, 0, bytes(4), b"pict", bytes(12), b"\0")
    dinf = box(b"dinf", full(b"dref", 0, 0, struct.pack(">I", 1), full(b"url ", 0, 1)))

    def meta(mdat_start):
        at, where = mdat_start, {}
        for number in order:
            where[number] = at
            at += len(items[number].data)
        entries = b""
        for number, item in sorted(items.items()):
            offset = idat_at[number] if item.in_idat else where[number]
            entries += struct.pack(">HHHHII", number, int(item.in_idat), 0, 1, offset, len(item.data))
        parts = [hdlr, dinf, full(b"pitm", 0, 0, struct.pack(">H", primary)),
                 full(b"iinf", 0, 0, struct.pack(">H", len(items)), infes)]
        if references:
            parts.append(full(b"iref", 0, 0, references))
        parts.append(iprp)
        if idat:
            parts.append(box(b"idat", idat))
        parts.append(full(b"iloc", 1, 0, struct.pack(">HH", 0x4400, len(items)), entries))
        return full(b"meta", 0, 0, *parts)

    mdat_start = len(ftyp) + len(meta(0)) + 8
    return ftyp + meta(mdat_start) + box(b"mdat", *(items[number].data for number in order))


def grid(rows, columns, width, height):
    return struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)
