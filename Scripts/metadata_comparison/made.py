"""Files with every tag that exiftool can write, in JPEG photos and in movies.

The tags come from `exiftool -listx` when this runs: names, types, and the codes for words.
"""
import os
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

from . import blocks

SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../SampleMedia")
# No photos: specimens, layouts of pages, recipes, weddings, and catalogues of programs that are gone.
LEFT_OUT = {"XMP-dwc", "XMP-ics", "XMP-pmi", "XMP-prism", "XMP-prm", "XMP-prl", "XMP-acdsee", "XMP-dex", "XMP-crd", "XMP-x", "SVG", "XML"}
# Parts of raw photos that are structures of their own, and what no text can be.
NOT_WRITTEN = {
    "OpcodeList1", "OpcodeList2", "OpcodeList3", "TimeCodes", "RGBTables", "ProfileGainTableMap", "IlluminantData1", "IlluminantData2",
    "IlluminantData3", "LinearizationTable", "DNGPrivateData", "LocalizedCameraModel", "PanasonicTitle", "PanasonicTitle2", "Padding",
    "GooglePlusUploadCode", "MakerNoteUnknownText", "CFAPattern", "FrameRate", "MediaSummaryCode", "IPTCPictureNumber", "PreviewImage",
    "UnknownThumbnail", "ThumbnailImage", "ThumbnailPNG", "MakerNotePentaxUnknown", "GarminSoftware", "GarminSettings", "WindowLocation", "Classification", "LoopStyle",
}
VARIANTS = 8
NUMBERS = {
    "int8u": "1 7 255", "int16u": "3 300 65535", "int32u": "5 70000 4294967295", "int8s": "-1 5 -128", "int16s": "-2 300 -32768",
    "int32s": "-3 70000 -2147483648", "rational64u": "7/3 0.01 inf undef 123456.789 4000000000",
    "rational64s": "-7/3 0.01 inf undef -12345.678 0 -0.5", "rational32u": "7/3", "float": "1.1 -2.5e10 1e-7", "double": "1.1 -2.5e100 1e-7",
}
TEXTS = ["A text", "Grüße 東京", "  spaced  ", "2020:01:02 03:04:05", "12.50", "7/2", "2020-05-06T07:08:09Z", "True"]
POSITIONS = [46.3636, 0, 179.99999999, 59.9999999, 12.5, 0.00001, 8.9, 1e-9]
TIMES = ["12:34:56", "0:0:0.5", "23:59:59.999999", "1:2:3.25", "7:08:09.1", "00:00:00", "13:14:15.16", "1:1:1"]
DATES = ["2020:01:02 03:04:05+02:00", "2020:01:02", "2020", "2020:01:02 03:04"]


class Tag:
    def __init__(self, table, element):
        self.name = element.get("name")
        self.group = element.get("g1") or table.get("g1")
        self.type = element.get("type")
        self.flags = (element.get("flags") or "").split(",")
        self.count = int(element.get("count") or 1)
        values = element.find("values")
        self.words = [key.get("id") for key in values.iter("key")] if values is not None else []
        self.is_list = bool({"List", "Bag", "Seq", "Alt"} & set(self.flags))

    def number(self, variant):
        count = min(self.count if self.count > 0 else 3, 12)
        for kind, numbers in NUMBERS.items():
            if self.type.startswith(kind):
                values = numbers.split()
                return " ".join(values[(variant + index) % len(values)] for index in range(count))
        return None

    def value(self, variant):
        """A value that the tag's type allows; nothing for a structure."""
        if self.words and len(self.words) < 60:
            return self.words[variant % len(self.words)]
        if self.type == "struct":
            return None
        if number := self.number(variant):
            return number
        return {
            "boolean": ["True", "False"], "integer": ["3", "-70", "0", "1000000"], "real": ["1.25", "-0.3333333333333333", "100", "1e-6"],
            "rational": ["7/3", "0", "1/120", "25"], "date": DATES, "digits": ["5"], "undef": ["0230", "text here"],
        }.get(self.type, TEXTS)[variant % len(
            {"boolean": "ab", "integer": "abcd", "real": "abcd", "rational": "abcd", "date": DATES, "digits": "a", "undef": "ab"}
            .get(self.type, TEXTS))]


def tables():
    """The tags that exiftool can write, by the names of its tables."""
    listing = subprocess.run(["exiftool", "-listx", "-f", "-lang", "en"], capture_output=True, check=True).stdout
    return {
        table.get("name"): [
            Tag(table, element) for element in table.findall("tag")
            if element.get("writable") == "true" and element.get("name") not in NOT_WRITTEN
        ] for table in ElementTree.fromstring(listing).iter("table")
    }


class Writer:
    def __init__(self, folder, every):
        self.folder, self.arguments, self.paths, self.every, self.count = folder, [], [], every, 0
        self.bases = {
            "jpg": os.path.join(folder, "base.jpg"), "mov": os.path.join(folder, "base.mov"), "mp4": os.path.join(folder, "base.mp4")}
        subprocess.run(["exiftool", "-q", "-all=", "-o", self.bases["jpg"], os.path.join(SAMPLES, "meadow.jpg")], check=True)
        for kind, sample in (("mov", "clip-hevc.mov"), ("mp4", "clip-h264.mp4")):
            shutil.copy(os.path.join(SAMPLES, sample), self.bases[kind])

    def add(self, name, options, kind="jpg"):
        """A file with what the options set; numbers are as the file has them."""
        self.count += 1
        if self.count % self.every:
            return
        path = os.path.join(self.folder, f"{name}.{kind}")
        self.arguments += ["-q", "-q", "-m", "-n", *options, "-o", path, self.bases[kind], "-execute"]
        self.paths.append(path)

    def finish(self):
        subprocess.run(
            ["exiftool", "-charset", "filename=utf8", "-@", "-"], input="\n".join(self.arguments + [""]).encode(), capture_output=True)
        return [path for path in self.paths if os.path.exists(path)]


def write(folder, every=1):
    """Writes the files, or every so many of them, and answers their paths."""
    known, writer = tables(), Writer(folder, every)
    exif(writer, known["Exif::Main"])
    gps(writer, known["GPS::Main"])
    iptc(writer, [tag for table in ("EnvelopeRecord", "ApplicationRecord", "NewsPhoto") for tag in known[f"IPTC::{table}"]])
    groups = {tags[0].group for tags in known.values() if tags}
    for name, tags in known.items():
        if tags and tags[0].group.startswith("XMP-") and tags[0].group not in LEFT_OUT:
            xmp(writer, name.replace("::", "-"), tags)
    assert "XMP-dc" in groups
    for group in ("Keys", "ItemList", "UserData"):
        movie(writer, group, known[f"QuickTime::{group}"])
    blocks.add(writer)
    return writer.finish()


def exif(writer, tags):
    directories = {"ExifIFD": "ExifIFD", "InteropIFD": "InteropIFD", "IFD1": "IFD1"}

    def option(tag, value):
        return f"-{directories.get(tag.group, 'IFD0')}:{tag.name}={value}"

    worded = [tag for tag in tags if tag.words]
    for index in range(max(len(tag.words) for tag in worded)):
        writer.add(f"exif-words-{index}", [
            option(tag, " ".join([tag.words[index]] * max(1, tag.count)) if " " not in tag.words[index] else tag.words[index])
            for tag in worded if index < len(tag.words) and "\\" not in tag.words[index]])
    writer.add("exif-no-words", [option(tag, "99") for tag in worded if tag.name not in ("SubfileType", "YCbCrSubSampling")])
    for variant in range(VARIANTS):
        for order in ("II", "MM"):
            writer.add(f"exif-{variant}-{order}", [f"-ExifByteOrder={order}"] + [
                option(tag, tag.value(variant)) for tag in tags if not tag.words])


def gps(writer, tags):
    for variant in range(VARIANTS):
        options = [f"-ExifByteOrder={'MM' if variant % 2 else 'II'}"]
        for tag in tags:
            value = tag.value(variant)
            if not tag.words and ("Latitude" in tag.name or "Longitude" in tag.name):
                value = POSITIONS[variant]
            elif tag.name == "GPSTimeStamp":
                value = TIMES[variant]
            elif tag.name == "GPSDateStamp":
                value = "2020:03:04"
            options.append(f"-GPS:{tag.name}={value}")
        writer.add(f"gps-{variant}", options)


def iptc(writer, tags):
    for variant in range(30):
        # Without it, texts are of Windows' Latin 1.
        options = ["-CodedCharacterSet=UTF8"] if variant % 2 else []
        for tag in tags:
            if tag.name == "CodedCharacterSet":
                continue
            value = tag.value(variant)
            if "Date" in tag.name:
                value = "2020:03:04"
            elif "Time" in tag.name:
                value = "12:34:56+02:00"
            elif not tag.words and tag.type.startswith("string"):
                value = ["Ab", "Grüße", "x y"][variant % 3]
            options.append(f"-IPTC:{tag.name}={value}")
            if tag.is_list and "Date" not in tag.name:
                options.append(f"-IPTC:{tag.name}=2")
        writer.add(f"iptc-{variant}", options)


def xmp(writer, name, tags):
    variants = max([VARIANTS] + [len(tag.words) for tag in tags if len(tag.words) < 60])
    for variant in range(variants):
        options = []
        for tag in tags:
            value = tag.value(variant)
            if value is None or variant >= VARIANTS and not tag.words:
                continue
            options.append(f"-{tag.group}:{tag.name}={value}")
            if tag.type == "lang-alt":
                options.append(f"-{tag.group}:{tag.name}-fr={value} & <b>")
            elif tag.is_list:
                options.append(f"-{tag.group}:{tag.name}={tag.value(variant + 1)}")
        writer.add(f"{name}-{variant}", options)


def movie(writer, group, tags):
    for variant in range(6):
        options = []
        for tag in tags:
            value = tag.value(variant)
            if "GPSCoord" in tag.name:
                value = ["46.3636 14.0939 475", "-10.5 -100.25", "1.5 2.5 -20"][variant % 3]
            elif "Date" in tag.name:
                value = DATES[variant % 3]
            elif tag.type.startswith("int") and not tag.words:
                value = str(variant * 7 + 1)
            elif not tag.words:
                value = ["Some text", "Grüße 東京", "3"][variant % 3]
            options.append(f"-{group}:{tag.name}={value}")
        for kind in ("mov", "mp4"):
            writer.add(f"{group}-{variant}", options, kind)
