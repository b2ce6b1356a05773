"""Finds broken links in Markdown pages: files and headings that do not exist."""

import os
import re
import subprocess
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def prose(text):
    """The lines that are not code."""
    code = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code:
            yield number, re.sub(r"`[^`]*`", "", line)


def headings(path):
    code = False
    for line in open(path):
        if line.startswith("```"):
            code = not code
        elif not code and line.startswith("#"):
            words = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            yield words.replace(" ", "-")


def main():
    pages = [page for page in subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], capture_output=True, text=True, check=True).stdout.split("\n") if page]
    failed = False
    for page in pages:
        if ".docc/" in page:
            continue  # docc checks its own links
        for number, line in prose(open(page).read()):
            for target in LINK.findall(line):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, heading = target.partition("#")
                path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                if not os.path.exists(path):
                    print(f"{page}:{number}: {target}: there is no such file")
                    failed = True
                elif heading and path.endswith(".md") and heading not in headings(path):
                    print(f"{page}:{number}: {target}: the page has no such heading")
                    failed = True
    sys.exit(failed)


main()
