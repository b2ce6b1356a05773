"""Finds American spelling in comments and pages, which have the British one: colour, grey, recognise. Names in code stay as APIs and standards have them."""

import pathlib
import re
import subprocess
import sys

# Standards and products have these words: initialization segment, initializer, address sanitizer.
WORD = re.compile(
    r"\b(?!initializ|sanitizer)(gray|grayscale|colors?|colored|behaviors?|centers?|centered|neighbors?|analyze[ds]?|artifacts?|canceled|labeled|"
    r"\w*(?:[bcdghlmnrtv]|synthes)iz(?:e|ed|es|ing|able|ations?))\b(?!_)", re.IGNORECASE)
CODE = re.compile(r"`+[^`]*`+|\]\([^)]*\)|<[^>]*>|\S*[/.=_-]\S*[/.=_]\S*|--?\w+")

wrong = False
for name in subprocess.run(["git", "ls-files", "-z", "*.swift", "*.h", "*.c", "*.md"], capture_output=True, text=True, check=True).stdout.split("\0")[:-1]:
    fenced = False
    for number, line in enumerate(pathlib.Path(name).read_text().splitlines(), 1):
        if name.endswith(".md"):
            fenced ^= line.lstrip().startswith("```")
            text = "" if fenced else line
        else:
            comment = re.search(r"(?:^|\s)//+ (.*)", line)
            text = comment[1] if comment else ""
        for found in WORD.finditer(CODE.sub("", text)):
            print(f"{name}:{number}: {found[0]} is not British spelling")
            wrong = True
sys.exit(wrong)
