"""Symbol graphs of the libraries of Package.swift: what docc shows of their public API.

A property that a structure states as a field needs no comment of its own: its statement says what the standard calls it, and that
becomes its documentation.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:4])}: {done.stderr or done.stdout}")
    return done.stdout


def library_targets():
    """Targets in Swift of libraries that others use, in the order of the manifest."""
    package = json.loads(run("swift", "package", "dump-package"))
    names = [name for product in package["products"] if "library" in product["type"] for name in product["targets"]]
    return [name for name in dict.fromkeys(names) if any((ROOT / "Sources" / name).glob("**/*.swift"))]


def extract(modules, folder):
    """Writes the symbol graphs of built modules, each into a folder of its own."""
    build = Path(run("swift", "build", "--show-bin-path").strip())
    # Those of targets that are gone lie beside the others.
    made = [path for path in build.glob("*.build/module.modulemap") if (ROOT / "Sources" / path.parent.name.removesuffix(".build")).is_dir()]
    maps = [*made, *ROOT.glob("Sources/*/module.modulemap")]
    headers = ROOT.glob("Sources/*/include")
    includes = [argument for path in maps for argument in ("-Xcc", f"-fmodule-map-file={path}")]
    includes += [argument for path in headers for argument in ("-Xcc", f"-I{path}")]
    target = json.loads(run("swift", "-print-target-info"))["target"]["triple"]
    for module in modules:
        own = folder / module
        own.mkdir(parents=True)
        run("swift", "symbolgraph-extract", "-module-name", module, "-I", str(build / "Modules"), *includes, "-target", target,
            "-minimum-access-level", "public", "-output-dir", str(own))
        for path in own.glob("*.symbols.json"):
            graph = json.loads(path.read_text())
            document_fields(graph)
            path.write_text(json.dumps(graph))


def source(symbol):
    uri = symbol.get("location", {}).get("uri", "")
    path = Path(uri.removeprefix("file://"))
    return path if path.is_file() else None


def statement(text, name):
    """What the statement of a structure's fields says of a property."""
    value = r"&(?:\w+[?!]?\.)*" + re.escape(name) + r"\b"
    found = re.search(r'\.\w+\((?:[^()"]|\([^()]*\))*"([^"]+)",\s*' + value, text)
    if found:
        return f"The field `{found.group(1)}`."
    if re.search(r"fullBox\([^)]*" + value, text):
        return "The version and the flags of the box, ISO/IEC 14496-12 §4.2.2."
    if re.search(r"boxes\([^)]*" + value, text):
        return "The boxes inside, in their order."
    return None


def constant(text, name):
    """The value of a constant, where it is a number or a text."""
    found = re.search(r"static (?:let|var) " + re.escape(name) + r"\b[^=\n]*=\s*(?:\w+\()?(?:\w+: )?(0x[0-9A-Fa-f_]+|\d+|\"[^\"\\\\]*\")", text)
    return f"`{found.group(1)}`." if found else None


def document_fields(graph):
    for symbol in graph["symbols"]:
        path = source(symbol)
        if "docComment" in symbol or path is None:
            continue
        name, text = symbol["pathComponents"][-1], path.read_text()
        words = {
            "swift.property": lambda: statement(text, name),
            "swift.type.property": lambda: constant(text, name),
            "swift.init": lambda: "A value whose fields are zero or empty." if name == "init()" else None,
        }.get(symbol["kind"]["identifier"], lambda: None)()
        if words:
            symbol["docComment"] = {"module": graph["module"]["name"], "lines": [{"text": words}]}


def undocumented(folder):
    """Public symbols without documentation, as (module, kind, path, place). A case says by its name what its documented type is."""
    for path in sorted(folder.glob("*/*.symbols.json")):
        if "@" in path.name:
            continue
        graph = json.loads(path.read_text())
        inherited = {relation["source"] for relation in graph["relationships"] if "sourceOrigin" in relation}
        for symbol in graph["symbols"]:
            identifier, kind = symbol["identifier"]["precise"], symbol["kind"]["identifier"].removeprefix("swift.")
            if "docComment" in symbol or identifier in inherited or "::SYNTHESIZED::" in identifier or kind == "enum.case":
                continue
            place = f"{source(symbol)}:{symbol['location']['position']['line'] + 1}" if source(symbol) else ""
            yield graph["module"]["name"], kind, ".".join(symbol["pathComponents"]), place
