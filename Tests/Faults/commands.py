"""Every command of boxwalk that writes: the files that it gets, and how it is called.

Used by Scripts/test-faults. `{}` in arguments is the folder of the files, and `{server}` the address of the samples.
"""

import dataclasses
import json


@dataclasses.dataclass
class Command:
    name: str
    # The files of the folder: their paths there, and the samples that they are.
    files: dict
    arguments: list
    # Commands that are run before.
    prepare: list = dataclasses.field(default_factory=list)
    # Originals that may go, each with what has to be there then.
    moves: dict = dataclasses.field(default_factory=dict)
    # What completes the work where the command itself does not take up what is there.
    again: list = None
    # What outputs end in that tell of inputs which could not be read: they are others then.
    tells: tuple = ()
    # At most so many calls of each function, where there are thousands of the same; 0 for all.
    sample: int = 0
    # What brings the folder back to where it was.
    undo: list = None
    # What it gets on standard input.
    requests: str = ""
    # Whether it takes so long that a sample of its faults is smaller.
    is_slow: bool = False
    # False if it only reads, and prints.
    writes: bool = True

    @property
    def is_far(self):
        """Whether it reads files of a server."""
        return any("{server}" in argument for argument in self.arguments)


PHOTO, TILES, MOVIE, JPEG = (
    "portrait-single.heic", "landscape-tiled.heic", "clip-hevc.mov", "meadow.jpg")
# The photo, and zeros behind its end.
LONGER = "longer.heic"
IDENTIFIER = "6F1D6A2C-7E0F-4D1B-9C41-0C9D5E1A7B11"

LIVE_MAKE = ["live", "make", "{}/a.jpg", "{}/b.mov", "-o", "{}/live", "--identifier", IDENTIFIER]
LIVE_FILES = {"a.jpg": JPEG, "b.mov": MOVIE}
# A pair of one name, made before; its halves alone are left.
LIVE_PAIR = [
    ["live", "make", "{}/a.jpg", "{}/b.mov", "-o", "{}/pair", "--identifier", IDENTIFIER]]


def edits():
    for name, sample, arguments in [
            ("rotate", PHOTO, ["rotate", "90"]),
            ("flip", TILES, ["flip", "horizontal"]),
            ("strip-location", PHOTO, ["strip", "location"]),
            ("strip-all", TILES, ["strip", "all"]),
            ("faststart", MOVIE, ["faststart"]),
            ("trim", MOVIE, ["trim", "--to", "1"]),
            ("mute", MOVIE, ["mute"]),
            ("remux", MOVIE, ["remux", "--fragment", "1"]),
            ("chapters", MOVIE, ["chapters", "--set", "0=Start"]),
            ("retag", MOVIE, ["retag", "--to", "hev1"]),
            ("repair", LONGER, ["repair"]),
            ("set", MOVIE, ["set", "moov/mvhd.rate=2.0"]),
            ("insert", MOVIE, ["insert", "/", "--hex", "0000000c66726565626f7877", "--after", "ftyp"]),
            ("remove", MOVIE, ["remove", "moov/meta", "--force"]),
            ("strip-avif", "coast.avif", ["strip", "all"]),
            ("trim-fragments", "clip-hevc-fragmented.mp4", ["trim", "--to", "1"]),
            ("mute-fragments", "clip-h264-fragmented.mov", ["mute"])]:
        ending = sample.rpartition(".")[2]
        files, file = {f"a.{ending}": sample}, "{}/a." + ending
        yield Command(name, files, arguments + [file, "-o", "{}/new." + ending])
        # What is removed cannot be removed again.
        again = ["faststart", file, "--in-place"] if name == "remove" else None
        yield Command(name + "-in-place", files, arguments + [file, "--in-place"], again=again)
    # A recording whose description was never written.
    yield Command(
        "repair-like", {"a.mov": MOVIE, "good.mov": MOVIE},
        ["repair", "{}/a.mov", "--like", "{}/good.mov", "-o", "{}/new.mov"],
        prepare=[["remove", "moov", "{}/a.mov", "--in-place", "--force"]])
    yield Command("learn", {"a.mov": MOVIE}, ["repair", "--learn", "{}/a.mov", "-o", "{}/new.mov"])
    yield Command("page", {"a.mov": MOVIE}, ["inspect", "{}/a.mov", "--html", "{}/a.html"], tells=(".html",),
                  again=["inspect", "{}/a.mov", "--html", "{}/a.html", "--force"])
    yield Command("drawing", {"a.heic": TILES}, ["inspect", "{}/a.heic", "--svg", "bytes", "-o", "{}/a.svg"])
    yield Command("diff-page", {"a.mov": MOVIE, "b.mov": MOVIE}, ["diff", "{}/a.mov", "{}/b.mov", "--html", "{}/a.html"])
    # A photo is an image of a disk that has one file.
    yield Command("rescue", {"card.img": PHOTO}, ["rescue", "{}/card.img", "-o", "{}/out"], tells=(".heic",))
    yield Command("cover", {"a.mov": MOVIE, "c.jpg": JPEG},
                  ["cover", "--set", "{}/c.jpg", "{}/a.mov", "-o", "{}/new.mov"])
    yield Command("trim-smart", {"a.mov": MOVIE},
                  ["trim", "--from", "1.5", "--smart", "{}/a.mov", "-o", "{}/new.mov"], is_slow=True)
    yield Command("join", {"a.mov": MOVIE, "b.mov": MOVIE},
                  ["join", "{}/a.mov", "{}/b.mov", "-o", "{}/new.mov"])
    two = {"in/a.heic": PHOTO, "in/sub/b.heic": PHOTO}
    yield Command("rotate-folder", two, ["rotate", "90", "{}/in", "-o", "{}/out"])
    yield Command("rotate-folder-in-place", two, ["strip", "location", "{}/in", "--in-place"])
    yield Command("rotate-beside", two, ["rotate", "90", "{}/in", "--recursive"],
                  again=["rotate", "90", "{}/in", "--recursive", "--force"])
    yield Command("rotate-beside-undone", two, ["rotate", "90", "{}/in", "--recursive"], undo=["undo", "{}/in"])
    yield Command("undo", two, ["undo", "{}/in"], prepare=[["rotate", "90", "{}/in", "--recursive"]])
    beside = ["convert", "{}/in", "-o", "{}/in", "--max-size", "64"]
    yield Command("convert-beside-undone", two, beside, undo=["undo", "{}/in"])
    yield Command("undo-conversion", two, ["undo", "{}/in"], prepare=[beside])


def conversions():
    yield Command("convert-jpeg", {"a.heic": PHOTO}, ["convert", "{}/a.heic", "-o", "{}/a.jpg"])
    yield Command("convert-avif", {"a.avif": "shore-tiled.avif"}, ["convert", "{}/a.avif", "-o", "{}/a.jpg"])
    yield Command("convert-avci", {"a.avci": "meadow.avci"}, ["convert", "{}/a.avci", "-o", "{}/a.png"])
    yield Command("convert-heic", {"a.jpg": JPEG}, ["convert", "{}/a.jpg", "-o", "{}/a.heic", "--max-size", "64"])
    yield Command("convert-png", {"a.jpg": JPEG}, ["convert", "{}/a.jpg", "-o", "{}/a.png"])
    yield Command("convert-replacing", {"a.heic": PHOTO, "a.jpg": JPEG},
                  ["convert", "{}/a.heic", "-o", "{}/a.jpg", "--force"])
    yield Command("convert-aux", {"a.heic": TILES}, ["convert", "{}/a.heic", "-o", "{}/a.jpg", "--aux"],
                  again=["convert", "{}/a.heic", "-o", "{}/a.jpg", "--aux", "--force"], is_slow=True)
    library = {"in/a.heic": PHOTO, "in/sub/b.jpg": JPEG, "in/c.mov": MOVIE}
    yield Command("convert-folder", library, ["convert", "{}/in", "-o", "{}/out"])
    yield Command("convert-links", library, ["convert", "{}/in", "-o", "{}/out", "--copies", "link"])
    yield Command("convert-beside", {"in/a.heic": PHOTO}, ["convert", "{}/in", "-o", "{}/in"])
    yield Command("convert-deleting", {"in/a.heic": PHOTO, "in/sub/b.jpg": JPEG},
                  ["convert", "{}/in", "-o", "{}/out", "--delete-originals"],
                  moves={"in/a.heic": "out/a.jpg", "in/sub/b.jpg": "out/sub/b.jpg"})
    yield Command("convert-motion-photos", LIVE_FILES,
                  ["convert", "{}/pair", "-o", "{}/out", "--live", "motionphoto"], prepare=LIVE_PAIR)


def frames():
    yield Command("frames", {"a.mov": MOVIE}, ["frames", "{}/a.mov", "-o", "{}/a.jpg"])
    yield Command("frames-folder", {"in/a.mov": MOVIE}, ["frames", "{}/in", "-o", "{}/out", "--at", "0,1"],
                  again=["frames", "{}/in", "-o", "{}/out", "--at", "0,1", "--force"])
    # Frames that cannot be read are left out, with exit code 1.
    yield Command("frames-sheet", {"a.mov": MOVIE}, ["frames", "{}/a.mov", "-o", "{}/a.jpg", "--sheet", "2x1"],
                  tells=(".jpg",), again=["frames", "{}/a.mov", "-o", "{}/a.jpg", "--sheet", "2x1", "--force"])


def loops():
    part = ["--to", "0.2", "--max-size", "32"]
    for format in ["gif", "webp", "avif"]:
        yield Command("loop-" + format, {"a.mov": MOVIE}, ["convert", "{}/a.mov", "-o", "{}/a." + format] + part)
    yield Command("loop-folder", {"in/a.mov": MOVIE},
                  ["convert", "{}/in", "-o", "{}/out", "--format", "webp"] + part)


def parts():
    yield Command("extract", {"a.heic": PHOTO}, ["extract", "{}/a.heic", "--exif", "-o", "{}/a.tiff"])
    yield Command("extract-track", {"a.mov": MOVIE}, ["extract", "{}/a.mov", "--track", "1", "-o", "{}/a.hevc"])
    yield Command("remux-mkv", {"a.mov": MOVIE}, ["remux", "{}/a.mov", "-o", "{}/a.mkv"])
    # A movie of another container, which a library reads.
    for container in ["mkv", "ts"]:
        yield Command("remux-from-" + container, {"a.mov": MOVIE}, ["remux", "{}/b." + container, "-o", "{}/new.mp4"],
                      prepare=[["remux", "{}/a.mov", "-o", "{}/b." + container]])
    yield Command("hls", {"a.mov": MOVIE}, ["hls", "{}/a.mov", "-o", "{}/new", "--segment", "1"],
                  again=["hls", "{}/a.mov", "-o", "{}/new", "--segment", "1", "--force"])
    yield Command("hls-replacing", {"a.mov": MOVIE},
                  ["hls", "{}/a.mov", "-o", "{}/new", "--segment", "1", "--single-file", "--force"],
                  prepare=[["hls", "{}/a.mov", "-o", "{}/new", "--segment", "2"]])
    # Segments are joined first, in a file without a name.
    stream, made = "{}/stream/multivariant.m3u8", [["hls", "{}/a.mov", "-o", "{}/stream", "--segment", "1"]]
    yield Command("extract-stream", {"a.mov": MOVIE}, ["extract", stream, "--track", "1", "-o", "{}/a.hevc"], prepare=made)
    yield Command("drawing-stream", {"a.mov": MOVIE}, ["inspect", stream, "--svg", "bytes", "-o", "{}/a.svg"], prepare=made)
    yield Command("transcode-stream", {"a.mov": MOVIE},
                  ["transcode", stream, "-o", "{}/new.mp4", "--speed", "fast"], prepare=made, is_slow=True)
    yield Command("remux-flv", {"a.mov": MOVIE}, ["remux", "{}/a.mov", "-o", "{}/a.flv"])
    yield Command("config", {"a.mov": MOVIE}, ["config", "{}/a.mov", "-o", "{}/hvcC.bin"])
    manifest = [["convert", "{}/in", "-o", "{}/out"]]
    yield Command("report", {"in/a.heic": PHOTO},
                  ["report", "{}/out/.boxwalk/manifest.jsonl", "--html", "{}/page.html", "--merged",
                   "{}/merged.jsonl"],
                  prepare=manifest,
                  again=["report", "{}/out/.boxwalk/manifest.jsonl", "--html", "{}/page.html", "--merged",
                         "{}/merged.jsonl", "--force"])


def pages():
    gallery = ["gallery", "{}/in", "-o", "{}/out", "--side", "48", "--jobs", "1"]
    yield Command("gallery", {"in/a.heic": PHOTO, "in/b.mov": MOVIE}, gallery, again=gallery,
                  tells=(".html",))
    yield Command("catalogue", {"a.heic": PHOTO}, ["catalogue", "--html", "{}/site"],
                  again=["catalogue", "--html", "{}/site", "--force"], sample=6, is_slow=True)


def live():
    yield Command("live-make", LIVE_FILES, LIVE_MAKE)
    yield Command("live-still", {"b.mov": MOVIE},
                  ["live", "still", "{}/b.mov", "--at", "1", "-o", "{}/new", "--format", "jpeg"])
    pair = ["{}/pair/a.jpg", "{}/pair/a.mov"]
    for format in ["pvt", "livp", "zip"]:
        yield Command("live-bundle-" + format, LIVE_FILES,
                      ["live", "bundle"] + pair + ["-o", "{}/new." + format], prepare=LIVE_PAIR)
        yield Command("live-split-" + format, LIVE_FILES,
                      ["live", "split", "{}/made." + format, "-o", "{}/out"],
                      prepare=LIVE_PAIR + [["live", "bundle"] + pair + ["-o", "{}/made." + format]])
    yield Command("live-bundle-folder", LIVE_FILES,
                  ["live", "bundle"] + pair + ["-o", "{}/new", "--format", "folder"], prepare=LIVE_PAIR)
    yield Command("live-convert", LIVE_FILES, ["live", "convert"] + pair + ["-o", "{}/out"], prepare=LIVE_PAIR)
    yield Command("live-convert-back", LIVE_FILES,
                  ["live", "convert", "{}/motion/a.MP.jpg", "-o", "{}/out", "--identifier", IDENTIFIER],
                  prepare=LIVE_PAIR + [["live", "convert"] + pair + ["-o", "{}/motion"]])
    yield Command("live-pair-move", LIVE_FILES,
                  ["live", "pair", "{}/pair", "--move", "{}/sorted", "--apply", "--no-cache",
                   "--undo-file", "{}/undo.txt"], prepare=LIVE_PAIR,
                  moves={"pair/a.jpg": None, "pair/a.mov": None},
                  undo=["live", "pair", "--undo", "{}/undo.txt", "--apply"])


def requests():
    lines = [{"method": "version"}, {"method": "inspect", "params": {"path": "{}/a.heic"}},
             {"method": "metadata", "params": {"path": "{}/a.heic"}}, {"method": "verify", "params": {"path": "{}/a.heic"}},
             {"method": "convert", "params": {"path": "{}/a.heic", "output": "{}/a.jpg", "maxSize": 64}},
             {"method": "thumbnail", "params": {"path": "{}/a.heic", "output": "{}/b.jpg", "size": 32}},
             {"method": "pair", "params": {"path": "{}"}}]
    text = "".join(json.dumps({"jsonrpc": "2.0", "id": number, **line}) + "\n" for number, line in enumerate(lines, 1))
    yield Command("serve", {"a.heic": PHOTO}, ["serve", "--jobs", "1"], requests=text)


def far():
    """Of files at addresses; what has come of them is kept in the folder, so that these calls fail, too."""
    other = {"other.jpg": JPEG}
    for name, arguments in [
            ("drawing", ["inspect", "{server}/" + TILES, "--svg", "bytes", "-o", "{}/a.svg"]),
            ("extract", ["extract", "{server}/" + MOVIE, "--track", "1", "-o", "{}/a.hevc"]),
            ("convert", ["convert", "{server}/" + PHOTO, "-o", "{}/a.jpg"]),
            ("strip", ["strip", "location", "{server}/" + MOVIE, "-o", "{}/a.mov"])]:
        yield Command("far-" + name, other, arguments + ["--allow-private"])


def readers():
    """Commands that only read."""
    for name, file, arguments in [
            ("inspect", MOVIE, ["inspect", "{}/a"]), ("inspect-json", TILES, ["inspect", "--json", "{}/a"]),
            ("inspect-tree", MOVIE, ["inspect", "--tree", "{}/a"]), ("inspect-photo", PHOTO, ["inspect", "{}/a"]),
            ("inspect-jpeg", JPEG, ["inspect", "{}/a"]), ("inspect-samples", MOVIE, ["inspect", "--samples", "{}/a"]),
            ("inspect-metadata", PHOTO, ["inspect", "--metadata", "{}/a"]),
            ("inspect-metadata-movie", MOVIE, ["inspect", "--metadata", "--json", "{}/a"]),
            ("verify", MOVIE, ["verify", "{}/a"]), ("verify-photo", PHOTO, ["verify", "--json", "{}/a"]),
            ("verify-jpeg", JPEG, ["verify", "{}/a"])]:
        ending = "." + file.rpartition(".")[2]
        yield Command(name, {"a" + ending: file}, [argument.replace("{}/a", "{}/a" + ending) for argument in arguments],
                      writes=False)
    yield Command("diff", {"a.mov": MOVIE, "b.mov": MOVIE}, ["diff", "{}/a.mov", "{}/b.mov"], writes=False)
    yield Command("verify-stream", {"a.mov": MOVIE}, ["verify", "{}/stream/multivariant.m3u8"],
                  prepare=[["hls", "{}/a.mov", "-o", "{}/stream", "--segment", "1"]], writes=False)
    yield Command("live-pair", LIVE_FILES, ["live", "pair", "{}/pair", "--no-cache"], prepare=LIVE_PAIR, writes=False)
    yield Command("live-check", LIVE_FILES, ["live", "check", "{}/pair/a.jpg", "{}/pair/a.mov"], prepare=LIVE_PAIR, writes=False)


def commands():
    return [*edits(), *conversions(), *frames(), *loops(), *parts(), *pages(), *live(), *requests(), *far()]
