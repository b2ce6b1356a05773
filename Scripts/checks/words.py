"""Finds American spelling in comments and pages, which have the British one: colour, grey, recognise. Names in code stay as APIs and standards have them.

Also finds words for which we say another, in comments, messages and pages, and `place` in names. Tests keep the names of their suites."""

import pathlib
import re
import subprocess
import sys

# Standards and products have these words: initialization segment, initializer, address sanitizer.
WORD = re.compile(
    r"\b(?!initializ|sanitizer)(gray|grayscale|colors?|colored|behaviors?|centers?|centered|neighbors?|analyze[ds]?|artifacts?|canceled|labeled|"
    r"\w*(?:[bcdghlmnrtv]|synthes)iz(?:e|ed|es|ing|able|ations?))\b(?!_)", re.IGNORECASE)
CODE = re.compile(r"`+[^`]*`+|\]\([^)]*\)|<[^>]*>|\S*[/.=_-]\S*[/.=_]\S*|(?<!\w)--?\w+")

# What is found in prose, and what is said instead. Box types and the fields of standards are names, and no prose.
GLOSSARY = [(re.compile(pattern, re.IGNORECASE), words) for pattern, words in (
    (r"(?<!\bin )(?<!-)\bplaces?\b(?!-)", "offset, position, index, path, location or time"),
    (r"(?<!surround )(?<!raw )(?<!\bnot )\bsounds?\b(?! media| sample| description|, text| field| track only| engineer| clip)", "audio"),
    (r"\b(?:is|are|was|were|been) cut off\b", "truncated"),
    (r"\b(?:is|are|be|was|were) turned (?:by|upright|clockwise)\b", "rotated"),
    (r"\bhal(?:f|ves) of (?:a )?(?:Live Photos?|pairs?)\b", "still and movie"),
    (r"\bfar (?:files?|movies?|photos?|streams?|servers?)\b", "remote"),
    (r"\b(?:lost|missing) start\b", "missing header"),
)]
# The same in names. An edit in place is one.
NAME = re.compile(r"\bplaces?(?![a-z-])\w*|\b\w*(?<![Ii]n)Places?(?![a-z])\w*")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')

wrong = False


def say(name, number, found, words):
    global wrong
    wrong = True
    print(f"{name}:{number}: {found} {words}")


for name in subprocess.run(["git", "ls-files", "-z", "*.swift", "*.h", "*.c", "*.md"], capture_output=True, text=True, check=True).stdout.split("\0")[:-1]:
    fenced = quoted = False
    for number, line in enumerate(pathlib.Path(name).read_text().splitlines(), 1):
        code = ""
        if name.endswith(".md"):
            fenced ^= line.lstrip().startswith("```")
            text = sentences = "" if fenced else line
        else:
            comment = re.search(r"(?:^|\s)//+ (.*)", line)
            text = comment[1] if comment else ""
            # A string without a space is a key or a name of others.
            code = line[:comment.start()] if comment and not quoted else line
            sentences = " ".join([text] + ([line] if quoted else [string for string in STRING.findall(code) if " " in string]))
            code = "" if quoted else STRING.sub('""', code)
            quoted ^= line.count('"""') % 2 == 1
        for found in WORD.finditer(CODE.sub("", text)):
            say(name, number, found[0], "is not British spelling")
        if not name.startswith("Tests/"):
            for pattern, words in GLOSSARY:
                for found in pattern.finditer(CODE.sub("", sentences)):
                    say(name, number, f"'{found[0]}':", f"say {words}")
            for found in NAME.finditer(code):
                say(name, number, f"'{found[0]}':", f"say {GLOSSARY[0][1]}")
sys.exit(wrong)
