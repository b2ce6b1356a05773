"""Structures that exiftool copies unchanged: an Apple maker note, and colour profiles with all kinds of tags."""
import os
import plistlib
import struct


def add(writer):
    for variant in range(3):
        note = os.path.join(writer.folder, f"note-{variant}.bin")
        with open(note, "wb") as file:
            file.write(apple(variant))
        # What names the maker makes exiftool look into the note.
        writer.add(f"apple-{variant}", ["-IFD0:Make=Apple", "-IFD0:Model=iPhone", f"-ExifIFD:MakerNoteApple<={note}"])
    for index, profile in enumerate(profiles()):
        path = os.path.join(writer.folder, f"profile-{index}.icc")
        with open(path, "wb") as file:
            file.write(profile)
        writer.add(f"icc-{index}", [f"-ICC_Profile<={path}"])


def apple(variant):
    """A maker note of Apple's: header, directory in big-endian order, values."""
    time = {"flags": [1, 3, 17][variant], "value": 123456789012 + variant, "timescale": 1000000000, "epoch": 0}
    style = {"_0": 1, "_1": -0.5, "_2": 0.25, "_3": "text"}
    entries = {
        0x01: 14, 0x03: plistlib.dumps(time, fmt=plistlib.FMT_BINARY), 0x04: variant % 2, 0x05: 180, 0x06: -3, 0x07: 1 - variant % 2,
        0x08: [(-1, 3), (0, 1), (12345, 1000)], 0x0A: 2 + variant, 0x0B: "B-" + "0" * 34, 0x0C: [(166, 100), (12, 100)], 0x0F: 2,
        0x11: "5B0C7A1E-3D52-4F7C-9E36-B0A1C0DE2024", 0x15: "unique", 0x17: 5251076 + variant, 0x1D: [(variant, 7)], 0x21: [(7, 3)],
        0x27: [(318, 10)], 0x2F: 40, 0x30: [(1, 100)], 0x38: 5, 0x3D: 90, 0x40: plistlib.dumps(style, fmt=plistlib.FMT_BINARY), 0x45: variant,
    }
    offset = 14 + 2 + 12 * len(entries) + 4
    directory, values = struct.pack(">H", len(entries)), b""
    for tag, value in entries.items():
        if isinstance(value, int):
            directory += struct.pack(">HHIi", tag, 9, 1, value)
            continue
        if isinstance(value, str):
            kind, count, data = 2, len(value) + 1, value.encode() + b"\0"
        elif isinstance(value, bytes):
            kind, count, data = 7, len(value), value
        else:
            kind, count, data = 10, len(value), b"".join(struct.pack(">ii", *fraction) for fraction in value)
        directory += struct.pack(">HHII", tag, kind, count, offset + len(values))
        values += data + b"\0" * (len(data) % 2)
    return b"Apple iOS\0\0\1MM" + directory + struct.pack(">I", 0) + values


def profiles():
    """Colour profiles with the words of their headers and tags of each type (ICC.1:2022 §7 to §10)."""
    classes = [b"scnr", b"mntr", b"prtr", b"link", b"spac", b"abst", b"nmcl", b"cenc", b"mid ", b"mlnk", b"mvis", b"xxxx"]
    platforms = [b"APPL", b"MSFT", b"SGI ", b"SUNW", b"TGNT", b"\0\0\0\0", b"abcd"]
    makers = [b"appl", b"ADBE", b"lcms", b"KCMS", b"HP  ", b"CANO", b"none", b"\0\0\0\0", b"GOOG", b"Nkon", b"SONY", b"EPSO"]
    for index in range(12):
        header = struct.pack(
            ">I4sBBH4s4s4s6H4s4sI4s4sQI3i4s16s28s", 0, makers[index], 2 + index % 3, 0x10 * index % 256, 0, classes[index], b"RGB ",
            [b"XYZ ", b"Lab "][index % 2], 2020, 1, 2, 3, 4, 5, b"acsp", platforms[index % 7], index % 4, makers[(index + 1) % 12], b"mod ",
            index % 16, index % 5, 63190, 65536, 54061, makers[(index + 2) % 12], bytes(range(16)) if index % 2 else bytes(16), bytes(28))
        tags = profile_tags(index)
        table, data = struct.pack(">I", len(tags)), b""
        for name, value in tags.items():
            table += struct.pack(">4sII", name, 132 + 12 * len(tags) + len(data), len(value))
            data += value + bytes(-len(value) % 4)
        profile = header + table + data
        yield struct.pack(">I", len(profile)) + profile[4:]


def dictionary(values):
    """A dictionary of texts (ICC.1:2022, dictType)."""
    records, data = b"", b""
    for pair in values.items():
        for text in pair:
            coded = text.encode("utf-16-be")
            records += struct.pack(">II", 16 + 16 * len(values) + len(data), len(coded))
            data += coded
    return b"dict\0\0\0\0" + struct.pack(">II", len(values), 16) + records + data


def profile_tags(index):
    def fixed(*numbers):
        return b"".join(struct.pack(">i", round(number * 65536)) for number in numbers)

    def texts(*pairs):
        records, data = b"", b""
        for language, text in pairs:
            coded = text.encode("utf-16-be")
            records += struct.pack(">4sII", language, len(coded), 16 + 12 * len(pairs) + len(data))
            data += coded
        return b"mluc\0\0\0\0" + struct.pack(">II", len(pairs), 12) + records + data

    name = b"A profile\0"
    technologies = [b"fscn", b"dcam", b"rscn", b"ijet", b"twax", b"epho", b"esta", b"dsub", b"rpho", b"fprn", b"vidm", b"CRT "]
    return {
        b"desc": texts((b"enUS", "A profile"), (b"deDE", "Ein Profil"), (b"jaJP", "東京")) if index % 2
        else b"desc\0\0\0\0" + struct.pack(">I", len(name)) + name + bytes(78),
        b"cprt": b"text\0\0\0\0Nobody's\0" if index % 3 else texts((b"frFR", "À personne")),
        b"dmnd": texts((b"enGB", "Maker")), b"dmdd": texts((b"en\0\0", "Model")), b"dscm": texts((b"skSK", "Farby"), (b"enUS", "Colours")),
        b"wtpt": b"XYZ \0\0\0\0" + fixed(0.9642, 1, 0.8249), b"rXYZ": b"XYZ \0\0\0\0" + fixed(0.51512, 0.2412, -0.00105),
        b"chad": b"sf32\0\0\0\0" + fixed(1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01704, -0.00922, 0.01508, 0.75168),
        b"rTRC": b"curv\0\0\0\0" + struct.pack(">IH", 1, 563), b"lumi": b"XYZ \0\0\0\0" + fixed(0, 80 + index, 0),
        b"tech": b"sig \0\0\0\0" + technologies[index], b"calt": b"dtim\0\0\0\0" + struct.pack(">6H", 2021, 12, 31, 23, 59, 58),
        b"chrm": b"chrm\0\0\0\0" + struct.pack(">HH", 3, index % 6) + fixed(0.64, 0.33, 0.3, 0.6, 0.15, 0.06),
        b"meas": b"meas\0\0\0\0" + struct.pack(">I", index % 3) + fixed(0, 0.1, 0) + struct.pack(">I", index % 3) + fixed(0.01 * index)
        + struct.pack(">I", index % 9),
        b"view": b"view\0\0\0\0" + fixed(19.6445, 20.3718, 16.8089, 3.9289, 4.0744, 3.3618) + struct.pack(">I", index % 9),
        b"clrt": b"clrt\0\0\0\0" + struct.pack(">I", 2 + index % 3) + b"".join(
            f"Ink {number}".encode().ljust(32, b"\0") + struct.pack(">3H", 65535, 32896 + index, number) for number in range(2 + index % 3)),
        b"meta": dictionary({"CreatorApp": "maker", "prefix": "EDID_,DATA_", "EDID_md5": "ab" * 16, "MediaWeight": str(index)}),
        b"psid": b"psid\0\0\0\0" + bytes(4), b"pseq": b"pseq\0\0\0\0" + bytes(4), b"scrd": b"desc\0\0\0\0" + struct.pack(">I", 3) + b"ab\0" + bytes(78),
        b"ps2s": b"data\0\0\0\0\0\0\0\0abc\0", b"devs": b"devs\0\0\0\0" + bytes(4), b"swpt": b"fl32\0\0\0\0" + struct.pack(">3f", 0.5, 1, 2),
        b"rfnm": b"utf8\0\0\0\0A name\0", b"gTRC": b"para\0\0\0\0" + struct.pack(">HH", 3, 0) + fixed(2.4, 0.95, 0.05, 0.08, 0.04),
        b"bTRC": b"curv\0\0\0\0" + struct.pack(">I", 0), b"ncl2": b"ncl2\0\0\0\0" + bytes(76), b"crdi": b"crdi\0\0\0\0" + bytes(20),
        b"bAB1": b"mAB \0\0\0\0" + bytes(24), b"A2B0": b"mft2\0\0\0\0" + bytes(44), b"gamt": b"mft1\0\0\0\0" + bytes(40),
        b"targ": b"text\0\0\0\0Target\0", b"vcgt": b"vcgt\0\0\0\0" + bytes(12), b"bkpt": b"XYZ \0\0\0\0" + fixed(0, 0, 0),
        b"cicp": b"cicp\0\0\0\0" + bytes([12, 13, 0, 1]), b"zzzz": b"text\0\0\0\0Unknown\0", b"ciis": b"sig \0\0\0\0scoe",
    }
