"""Checks that all files state the same versions of Swift, of Boxwalk, and of packages."""

import re
import subprocess
import sys

failed = False


def found(path, pattern):
    """What a pattern finds in a file; each has to find something."""
    matches = re.findall(pattern, open(path).read())
    if not matches:
        complain(f"{path}: nothing looks like {pattern}")
    return {(path, match) for match in matches}


def complain(words):
    global failed
    failed = True
    print(words)


def same(what, *sources):
    stated = set().union(*sources)
    if len({value for _, value in stated}) > 1:
        complain(f"{what}: " + ", ".join(f"{path} says {value}" for path, value in sorted(stated)))


def main():
    same(
        "Swift", found("Scripts/setup", r'needed_swift="([\d.]+)"'), found("README.md", r"Swift (\d[\d.]*\d)\]"),
        found("Documentation/install.md", r"Swift (\d[\d.]*\d)\]"), found("Documentation/stability.md", r"Swift (\d[\d.]*\d) "),
        found("Dockerfile", r"FROM swift:(\d[\d.]*\d)-"),
        found(".github/workflows/test.yml", r"swift:(\d[\d.]*\d)-"), found(".github/workflows/nightly.yml", r"swift:(\d[\d.]*\d)-"),
        found(".github/workflows/release.yml", r"swift:(\d[\d.]*\d)-"))
    same(
        "Boxwalk", found("Sources/Programs/Service/Version.swift", r'= "([\d.]+)"'), found("CHANGELOG.md", r"\A[\s\S]*?\n## ([\d.]+)"),
        found("Scripts/for-users/kubernetes.Dockerfile", r"boxwalk:([\d.]+) "), found("Scripts/for-users/kubernetes-convert.yaml", r"boxwalk:([\d.]+)"),
        found("Scripts/for-users/kubernetes-merge.yaml", r"boxwalk:([\d.]+)"), found("Documentation/install.md", r"\nboxwalk ([\d.]+)\n"))
    manifests = subprocess.run(["git", "ls-files", "*Package.swift"], capture_output=True, text=True, check=True).stdout.split()
    floors = {}
    for path in manifests:
        for url, floor in re.findall(r'url: "([^"]+)",\s*from: "([\d.]+)"', open(path).read()):
            floors.setdefault(url, set()).add((path, floor))
    for url, stated in floors.items():
        same(url, stated)
    sys.exit(failed)


main()
