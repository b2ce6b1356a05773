"""Symbol graphs of the libraries of Package.swift: docc makes the reference of the public API from them.

A property that a structure declares as a field does not need a comment: the declaration contains the name in the standard, which
becomes its documentation. If there is no declaration, the documentation of its type is used.
"""

import functools
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


@functools.cache
def package():
    return json.loads(run("swift", "package", "dump-package"))


def folders():
    """The folder of each target."""
    return {target["name"]: ROOT / target["path"] for target in package()["targets"] if "path" in target}


def library_targets():
    """Targets in Swift of libraries that others use, in the order of the manifest."""
    names = [name for product in package()["products"] if "library" in product["type"] for name in product["targets"]]
    return [name for name in dict.fromkeys(names) if any(folders()[name].glob("**/*.swift"))]


def extract(modules, folder):
    """Writes the symbol graphs of built modules, each into a folder of its own."""
    build = Path(run("swift", "build", "--show-bin-path").strip())
    # Those of targets that are gone lie beside the others.
    made = [path for path in build.glob("*.build/module.modulemap") if path.parent.name.removesuffix(".build") in folders()]
    maps = [*made, *ROOT.glob("Sources/**/module.modulemap")]
    headers = ROOT.glob("Sources/**/include")
    includes = [argument for path in maps for argument in ("-Xcc", f"-fmodule-map-file={path}")]
    includes += [argument for path in headers for argument in ("-Xcc", f"-I{path}")]
    target = json.loads(run("swift", "-print-target-info"))["target"]["triple"]
    for module in modules:
        own = folder / module
        own.mkdir(parents=True)
        run("swift", "symbolgraph-extract", "-module-name", module, "-I", str(build / "Modules"), *includes, "-target", target,
            "-minimum-access-level", "public", "-output-dir", str(own))
    graphs = {path: json.loads(path.read_text()) for module in modules for path in (folder / module).glob("*.symbols.json")}
    types = types_of(graphs.values())
    functions = {module: functions_of(module) for module in modules}
    for path, graph in graphs.items():
        document_fields(graph, functions[path.parent.name], types)
        path.write_text(json.dumps(graph))


def source(symbol):
    uri = symbol.get("location", {}).get("uri", "")
    path = Path(uri.removeprefix("file://"))
    return path if path.is_file() else None


def arguments(text):
    """What stands between the brackets of a call or a function, cut at its commas."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            break
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def shared_statement(text, name, functions):
    """What a function says of a property that it is given by its reference: it states fields that several structures have."""
    for call in re.finditer(r"(\w+)\((?=[^()]*&(?:\w+[?!]?\.)*" + re.escape(name) + r"\b)", text):
        index = next((index for index, argument in enumerate(arguments(text[call.end():])) if re.search(rf"&(\w+[?!]?\.)*{re.escape(name)}$", argument)), None)
        for body in functions.get(call.group(1), []):
            parameters = arguments(body)
            if index is not None and index < len(parameters) and "inout" in parameters[index]:
                words = statement(body, parameters[index].partition(":")[0].split()[-1])
                if words:
                    return words
    return None


def statement(text, name):
    """What the statement of a structure's fields says of a property."""
    value = r"(?:\w+: )?&(?:\w+[?!]?\.)*" + re.escape(name) + r"\b"
    call = r'(?:\.|try )\w+\((?:[^()"]|\([^()]*\))*'
    found = re.search(call + r'"([^"]+)",\s*' + value, text)
    if found:
        return f"The field `{found.group(1)}`."
    found = re.search(call + r'\? "([^"]+)" : "([^"]+)",\s*' + value, text)
    if found:
        return f"The field `{found.group(1)}` or `{found.group(2)}`, which depends on the structure that it is in."
    if re.search(r"fullBox\([^)]*" + value, text):
        return "The version and the flags of the box, ISO/IEC 14496-12 §4.2.2."
    if re.search(r"boxes\([^)]*" + value, text):
        return "The boxes inside, in their order."
    return None


def constant(text, name):
    """The value of a constant, where it is a number or a text."""
    found = re.search(r"static (?:let|var) " + re.escape(name) + r"\b[^=\n]*=\s*(?:\w+\()?(?:\w+: )?(0x[0-9A-Fa-f_]+|\d+|\"[^\"\\\\]*\")", text)
    return f"`{found.group(1)}`." if found else None


def functions_of(module):
    """The functions of a module with what follows them, by name."""
    found = {}
    for path in folders()[module].glob("**/*.swift"):
        text = path.read_text()
        for match in re.finditer(r"\bfunc (\w+)\(", text):
            found.setdefault(match.group(1), []).append(text[match.end():].split("\n  }\n")[0])
    return found


def type_of(symbol):
    """The type of a property or of its elements, as its identifier; None for what is put together of several."""
    parts = symbol.get("declarationFragments", [])
    types = [part["preciseIdentifier"] for part in parts if "preciseIdentifier" in part]
    return types[-1] if types and not any("<" in part["spelling"] for part in parts) else None


def types_of(graphs):
    """The first sentence of each documented type of ours. What is in all of them, such as bytes, says nothing of a property."""
    found = {}
    for graph in graphs:
        for symbol in graph["symbols"]:
            kind = symbol["kind"]["identifier"].removeprefix("swift.")
            if kind in ("struct", "enum", "class", "typealias") and "docComment" in symbol and graph["module"]["name"] not in ("FieldCoding", "Text"):
                paragraph = "\n".join(line["text"] for line in symbol["docComment"]["lines"]).strip().split("\n\n")[0].replace("\n", " ")
                found[symbol["identifier"]["precise"]] = re.split(r"(?<=[.:])\s+(?=[A-Z])", paragraph)[0]
    return found


def of_type(symbol, graph, types):
    """What the type of a property says, where no other property beside it has that type."""
    identifier = type_of(symbol)
    beside = [other for other in graph["symbols"] if other["kind"] == symbol["kind"] and other["pathComponents"][:-1] == symbol["pathComponents"][:-1]]
    return types.get(identifier) if sum(type_of(other) == identifier for other in beside) == 1 else None


def memberwise(symbol, graph):
    """What an initialiser does that has the properties of its type as parameters."""
    labels = re.findall(r"(\w+):", symbol["pathComponents"][-1])
    properties = {other["pathComponents"][-1] for other in graph["symbols"]
                  if other["kind"]["identifier"] == "swift.property" and other["pathComponents"][:-1] == symbol["pathComponents"][:-1]}
    if symbol["pathComponents"][-1] == "init()":
        return "A value whose fields are zero or empty."
    return "Each parameter becomes the property of its name." if labels and set(labels) <= properties else None


def document_fields(graph, functions, types):
    for symbol in graph["symbols"]:
        path = source(symbol)
        if "docComment" in symbol or path is None:
            continue
        name, text = symbol["pathComponents"][-1], path.read_text()
        is_names = type_of(symbol) == "s:11FieldCoding10ValueNamesV"
        words = {
            "swift.property": lambda: statement(text, name) or shared_statement(text, name, functions) or of_type(symbol, graph, types),
            "swift.type.property": lambda: "What each number is called." if is_names else constant(text, name),
            "swift.init": lambda: memberwise(symbol, graph),
        }.get(symbol["kind"]["identifier"], lambda: None)()
        if words:
            symbol["docComment"] = {"module": graph["module"]["name"], "lines": [{"text": words}]}


def undocumented(folder):
    """Public symbols without documentation, as (module, kind, path, position). A case says by its name what its documented type is."""
    for path in sorted(folder.glob("*/*.symbols.json")):
        if "@" in path.name:
            continue
        graph = json.loads(path.read_text())
        inherited = {relation["source"] for relation in graph["relationships"] if "sourceOrigin" in relation}
        for symbol in graph["symbols"]:
            identifier, kind = symbol["identifier"]["precise"], symbol["kind"]["identifier"].removeprefix("swift.")
            if "docComment" in symbol or identifier in inherited or "::SYNTHESIZED::" in identifier or kind == "enum.case":
                continue
            position = f"{source(symbol)}:{symbol['location']['position']['line'] + 1}" if source(symbol) else ""
            yield graph["module"]["name"], kind, ".".join(symbol["pathComponents"]), position
