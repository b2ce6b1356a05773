"""Runs the commands with --json: on files, on damaged copies of them, and to make new files."""

import itertools
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


class Runs:
    """Runs boxwalk, and has each line of its output checked."""

    def __init__(self, program, checked):
        self.program, self.checked = program, checked

    def run(self, schema, *arguments, fails=False, most=None):
        """Validates the lines that a command writes, or the first of them. One that is not to fail writes at least one."""
        words = f"boxwalk {' '.join(map(str, arguments))}"[:200]
        count = 0
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen([self.program, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
            with process.stdout as output:
                for line in itertools.islice(output, most):
                    self.checked.line(schema, line, words)
                    count += 1
            code = process.wait()
            if code == 64 or code < 0 and count != most or count == 0 and not fails:
                errors.seek(0)
                self.checked.problems.append(f"{words}: exit code {code}\n{errors.read(500).decode(errors='replace')}")

    def lines(self, schema, file):
        """Validates the lines of a file that a command wrote."""
        if not file.is_file():
            return self.checked.problems.append(f"{file} was not written")
        for line in file.read_bytes().splitlines():
            self.checked.line(schema, line, file.name)

    def look(self, files):
        """All that reads a file."""
        files = list(files)
        self.run("inspect", "inspect", "--json", "--plays", *files)
        self.run("inspect", "inspect", "--json", "--tree", "--nal", *files)
        self.run("inspect", "inspect", "--json", "--path", "//*/*", "--depth", "1", *files[:20])
        self.run("metadata", "inspect", "--metadata", "--json", *files)
        self.run("verify", "verify", "--json", *files)
        for file in files:
            # The samples of a track are many, and alike.
            self.run("samples", "inspect", "--samples", "--json", file, fails=True, most=500)
            self.run("extract", "extract", "--json", file, fails=True)
            self.run("config", "config", "--json", file, fails=True)


def broken(files, folder, seed=1):
    """Files that were cut, and others of which some bytes differ, in a folder."""
    numbers = random.Random(seed)
    for file in files:
        data = Path(file).read_bytes()
        for number, share in enumerate((0.4, 0.99)):
            yield _written(folder, f"cut-{number}-{Path(file).name}", data[:int(len(data) * share)])
        for number in range(2):
            changed = bytearray(data)
            # The boxes of a description are within the first or the last bytes.
            for _ in range(8):
                reach = min(4000, len(data))
                changed[numbers.randrange(reach) - numbers.choice((0, reach))] = numbers.randrange(256)
            yield _written(folder, f"changed-{number}-{Path(file).name}", bytes(changed))


def _written(folder, name, data):
    path = Path(folder) / name
    path.write_bytes(data)
    return path


def tables(runs):
    """What asks for no file."""
    runs.run("rules", "verify", "--rules", "--json")
    runs.run("quirks", "verify", "--quirks", "--json")
    runs.run("catalogue", "catalogue", "--json")
    runs.run("doctor", "doctor", "--json")


def made(runs, samples, folder):
    """What is made of the samples, in a folder."""
    folder = Path(folder)
    photo, movie, jpeg = (folder / name for name in ("IMG_1.HEIC", "IMG_1.MOV", "meadow.jpg"))
    shutil.copy(samples / "portrait-single.heic", photo)
    shutil.copy(samples / "clip-hevc.mov", movie)
    shutil.copy(samples / "meadow.jpg", jpeg)
    missing = folder / "missing.mov"
    avc = samples / "clip-h264.mp4"

    runs.run("diff", "diff", "--json", movie, avc)
    runs.run("diff", "diff", "--json", "--all", movie, samples / "clip-hevc-fragmented.mp4")
    runs.run("metadata-comparison", "inspect", "--metadata", "--compare", "--json", photo, jpeg)
    edits(runs, movie, photo, folder)

    runs.run("frames", "frames", movie, "-o", f"{folder}/frames/", "--every", "1s", "--json")
    runs.run("frames", "frames", movie, missing, "-o", f"{folder}/more/", "--json")
    runs.run("frames", "frames", movie, "-o", folder / "sheet.jpg", "--sheet", "2x2", "--json")
    runs.run("hls", "hls", movie, "-o", folder / "stream", "--json")
    streams(runs, avc, folder)

    runs.run("live-check", "live", "check", photo, movie, "--json")
    live = folder / "live"
    runs.run("live-make", "live", "make", photo, movie, "-o", live, "--json")
    runs.run("live-make", "live", "make", photo, missing, "-o", live, "--json")
    runs.run("live-make", "live", "make", jpeg, movie, "-o", live, "--dry-run", "--json")
    runs.run("live-make", "live", "still", movie, "--at", "0.5", "-o", folder / "still", "--json")
    runs.run("live-make", "live", "make", folder / "still" / "IMG_1.HEIC", movie, "-o", folder / "match", "--match", "--json")
    runs.run("live-make", "live", "still", movie, "--at", "99", "-o", folder / "still", "--json")
    still, clip = live / "IMG_1.HEIC", live / "IMG_1.MOV"
    runs.run("live-check", "live", "check", still, clip, "--json")
    runs.run("live-check", "live", "check", movie, photo, "--json")
    shutil.copy(still, live / "IMG_1 copy.HEIC")
    runs.run("live-pair", "live", "pair", live, "--all", "--json")
    runs.run("live-pair", "live", "pair", folder, "--all", "--json")
    runs.run("live-pair", "live", "pair", live, missing, "--json")
    runs.run("live-pair", "live", "pair", live, "--rename", "--json")
    runs.run("live-convert", "live", "convert", still, clip, "-o", folder / "motion", "--json")
    runs.run("live-convert", "live", "convert", folder / "motion", "-o", folder / "apart", "--to", "live", "--json")
    runs.run("live-convert", "live", "convert", jpeg, "-o", folder / "apart", "--json")
    for kind in ("livp", "zip", "pvt", "folder"):
        bundle = folder / f"bundle-{kind}"
        runs.run("live-bundle", "live", "bundle", still, clip, "-o", bundle, "--format", kind, "--json")
        runs.run("live-split", "live", "split", bundle, "-o", folder / f"split-{kind}", "--json")
    runs.run("live-bundle", "live", "bundle", still, clip, "-o", folder / "bundle-zip", "--format", "zip", "--json")
    runs.run("live-split", "live", "split", jpeg, "-o", folder / "split", "--json")

    runs.run("gallery", "gallery", live, "-o", folder / "gallery", "--side", "64", "--json")
    conversions(runs, live, folder)
    rescues(runs, samples, folder)
    far(runs, samples)


def streams(runs, movie, folder):
    """What asks for segments, playlists and manifests: sound ones, and others that name what is not there."""
    stream, bad = folder / "segments", folder / "bad"
    runs.run("hls", "hls", movie, "-o", stream, "--segment", "1", "--json")
    start, parts = stream / "video-1-init.mp4", sorted(stream.glob("video-1-0*.m4s"))
    shutil.copytree(stream, bad)
    (bad / "video-1-00002.m4s").unlink()
    (bad / "video-1-00003.m4s").write_bytes(parts[2].read_bytes()[:2000])
    playlist = (bad / "video-1.m3u8").read_text()
    (bad / "live.m3u8").write_text(playlist.replace("#EXT-X-ENDLIST", "") + "#EXTINF:100,\n../secret.m4s\n")
    for source in (stream, bad):
        for name in ("multivariant.m3u8", "stream.mpd", "video-1.m3u8"):
            runs.run("stream", "inspect", source / name, "--json")
            runs.run("verify", "verify", source / name, "--json")
    runs.run("verify", "verify", bad / "live.m3u8", "--json")
    runs.run("monitor", "monitor", stream / "multivariant.m3u8", "--json")
    runs.run("monitor", "monitor", bad / "live.m3u8", "--times", "2", "--every", "0", "--json")
    for arguments in (["--init", start, *parts], [stream / "video-1.m3u8", "--rendition", "video-1"]):
        runs.run("inspect", "inspect", *arguments, "--json", "--tree")
        runs.run("samples", "inspect", *arguments, "--samples", "--json")
        runs.run("verify", "verify", *arguments, "--json")
        runs.run("extract", "extract", *arguments, "--json")
    runs.run("inspect", "inspect", parts[1], "--json")
    runs.run("convert", "transcode", stream / "multivariant.m3u8", "-o", folder / "joined.mp4", "--json")


def edits(runs, movie, photo, folder):
    library = folder / "library"
    library.mkdir()
    for file in (movie, photo):
        shutil.copy(file, library)
    runs.run("edit", "rotate", "90", library, "--recursive", "--json")
    runs.lines("edits", library / ".boxwalk" / "edits-1.jsonl")
    (library / "IMG_1-rotated.MOV").write_bytes(b"other")
    runs.run("undo", "undo", library, "--dry-run", "--json")
    runs.run("undo", "undo", library, "--json")
    runs.run("edit", "strip", "location", photo, movie, "-o", f"{folder}/stripped/", "--json")
    runs.run("edit", "strip", "all", folder / "missing.heic", "-o", folder / "x.heic", "--json")
    runs.run("edit", "faststart", movie, "-o", folder / "fast.mov", "--dry-run", "--json")
    runs.run("edit", "trim", movie, "--from", "0.5", "-o", folder / "part.mov", "--json")
    chapters = folder / "chapters.mov"
    runs.run("edit", "chapters", movie, "--set", "0=Start", "--set", "1=Middle", "-o", chapters, "--json")
    runs.run("edit", "chapters", chapters, "--json")
    runs.run("edit", "cover", chapters, "--json")
    runs.run("edit", "cover", chapters, "--set", folder / "meadow.jpg", "-o", folder / "cover.mov", "--json")
    runs.run("edit", "cover", folder / "cover.mov", "--json")
    runs.run("edit", "remux", movie, "-o", folder / "movie.mkv", "--json")
    runs.run("edit", "remux", folder / "movie.mkv", "-o", folder / "again.mp4", "--json")
    runs.run("edit", "remux", folder / "meadow.jpg", "-o", folder / "no.mp4", "--json")
    runs.run("edit", "remux", folder / "missing.mkv", "-o", folder / "no.mp4", "--json")
    runs.look([chapters, folder / "cover.mov"])


def conversions(runs, live, folder):
    (live / "bad.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0heicmif1\0\0\0\x08meta")
    output = folder / "converted"
    subprocess.run([runs.program, "convert", live, "-o", f"{output}/", "--delete-originals"], stdin=subprocess.DEVNULL, capture_output=True)
    manifest = output / ".boxwalk" / "manifest.jsonl"
    runs.lines("manifest", manifest)
    with manifest.open("ab") as file:
        file.write(b"no line\n")
    runs.run("report", "report", manifest, "--json")
    runs.run("convert", "convert", folder / "match", "-o", f"{folder}/twice/", "--json")
    runs.run("convert", "convert", folder / "match", "-o", f"{folder}/twice/", "--json")
    runs.run("convert", "convert", folder / "match", "-o", f"{folder}/gone/", "--delete-originals", "--json")
    runs.run("convert", "convert", folder / "missing.heic", "-o", folder / "missing.jpg", "--json")
    runs.run("convert", "transcode", folder / "IMG_1.MOV", "-o", folder / "avc.mp4", "--json")
    runs.run("presets", "transcode", "--presets", folder / "IMG_1.MOV", "--json")
    runs.run("push", "push", folder / "avc.mp4", "rtmp://localhost/live/key", "--dry-run", "--json")


def far(runs, samples):
    """What is read of a server, which is this computer."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, samples.parent / "Tests" / "FarServer" / "serve.py", samples, f"{folder}/log"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
            address = f"http://127.0.0.1:{int(server.stdout.readline())}/plain"
            movie, photo = f"{address}/clip-hevc.mov", f"{address}/portrait-single.heic"
            folder = Path(folder)
            for schema, *arguments in (
                    ("inspect", "inspect", movie), ("verify", "verify", movie), ("extract", "extract", photo), ("config", "config", movie),
                    ("diff", "diff", movie, f"{address}/clip-h264.mp4"), ("convert", "convert", photo, "-o", folder / "a.jpg"),
                    ("convert", "convert", f"{address}/missing.heic", "-o", folder / "b.jpg"), ("frames", "frames", movie, "-o", folder / "c.jpg"),
                    ("edit", "strip", "location", movie, "-o", folder / "d.mov"), ("edit", "chapters", movie), ("edit", "cover", movie),
                    ("hls", "hls", movie, "-o", folder / "stream"), ("push", "push", movie, "rtmp://localhost/live/key", "--dry-run")):
                runs.run(schema, *arguments, "--json", "--allow-private")


def rescues(runs, samples, folder):
    card, rescued = folder / "card.img", folder / "rescued"
    gap = bytes(8192)
    photo = (samples / "portrait-single.heic").read_bytes()
    parts = [(samples / "meadow.jpg").read_bytes(), (samples / "clip-h264.mp4").read_bytes(), photo, photo[:len(photo) // 2]]
    card.write_bytes(b"".join(gap + part + bytes(-len(part) % 4096) for part in parts) + gap)
    runs.run("rescue", "rescue", card, "-o", rescued, "--json")
    runs.lines("rescue", rescued / ".boxwalk" / "rescue.jsonl")
