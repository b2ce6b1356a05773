"""Finds functions, properties and types of Sources whose name occurs only once in all sources and tests.

If other code uses the same name, an unused declaration is not found. The check finds declarations whose last use was removed."""

import collections
import re
import subprocess
import sys

DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private|static|final|mutating|nonisolated|indirect|consuming|borrowing|override|lazy|unsafe)(?:\(\w+\))?\s+)*"
    r"(?:func|var|let|struct|enum|class|actor|protocol|typealias|macro)\s+`?(\w+)")
# What the standard library or a package calls.
CALLED_BY_OTHERS = {"_copyToContiguousArray", "defaultValueDescription", "main", "configuration", "run", "validate", "allValueStrings", "defaultCompletionKind", "errorDescription", "failureReason"}


def main():
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "Sources/*.swift", "Tests/*.swift", "Fuzzing/*.swift", "Package.swift", "*.md"], capture_output=True, text=True, check=True).stdout.split("\n")
    words, declared = collections.Counter(), {}
    for path in filter(None, files):
        for number, line in enumerate(open(path), 1):
            code = line.split("//")[0] if path.endswith(".swift") and not line.lstrip().startswith("///") else line if path.endswith(".md") else ""
            words.update(re.findall(r"\w+", code))
            # Constants of a standard are there for others, too.
            if path.startswith("Sources/") and "public static let" not in code and (match := DECLARATION.match(code)):
                declared.setdefault(match.group(1), f"{path}:{number}")
    found = [(position, name) for name, position in declared.items() if words[name] == 1 and name not in CALLED_BY_OTHERS]
    for position, name in sorted(found):
        print(f"{position}: {name} is used nowhere")
    sys.exit(bool(found))


main()
