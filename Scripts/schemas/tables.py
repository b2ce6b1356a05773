"""Writes the tables of members in the pages of Documentation, from Documentation/schemas.

  python3 Scripts/schemas/tables.py            writes the tables
  python3 Scripts/schemas/tables.py --check    names the pages that have other tables, and fails if there are any

A page has `<!-- schema: NAME -->` or, for an object that a schema defines, `<!-- schema: NAME#DEFINITION -->` on the line before a table.
An object that has no table is described in that of the object around it, with dots. Neighbours with the same meaning share a row; a member
has the meaning of another one by `"$ref": "#/properties/width"`. A description names all values of an enumeration, or none, and then they
are put before it. Only members with dots may lack a description: that of their object then says what they are.
"""

import itertools
import json
import re
import sys
from pathlib import Path

PAGES = Path(__file__).resolve().parent.parent.parent / "Documentation"
SUFFIX = ".schema.json"
TABLE = re.compile(r"^<!-- schema: ([a-z-]+(?:#\w+)?) -->\n((?:\|.*\n)*)", re.MULTILINE)


def listed(words, last):
    words = list(words)
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def plural(noun):
    return noun[:-1] + "ies" if noun.endswith("y") else noun + ("es" if noun.endswith(("x", "s")) else "s")


def values_of(schema):
    return schema.get("enum", [schema["const"]] if "const" in schema else [])


class Tables:
    def __init__(self):
        self.schemas = {path.name.removesuffix(SUFFIX): json.loads(path.read_text()) for path in sorted((PAGES / "schemas").glob("*" + SUFFIX))}
        texts = {path: path.read_text() for path in sorted(PAGES.glob("*.md"))}
        self.pages = {path: text for path, text in texts.items() if TABLE.search(text)}
        self.problems = []
        # Where the table of each object is: the page, and the heading above it.
        self.headings = {}
        for page, text in self.pages.items():
            for match in TABLE.finditer(text):
                if match[1] in self.headings:
                    self.problems.append(f"{page.name}: {match[1]} has a table in {self.headings[match[1]][0].name}, too")
                self.headings[match[1]] = page, re.findall(r"^#+ (.*)", text[:match.start()], re.MULTILINE)[-1]

    # MARK: - References

    def resolved(self, schema, name):
        """What a schema is or refers to, with the first description on the way; the name of the file that has it, and the key of its table."""
        key = None
        while "$ref" in schema:
            near, (file, _, path) = schema, schema["$ref"].partition("#")
            name = file.removesuffix(SUFFIX) or name
            schema, steps = self.schemas[name], path.split("/")[1:]
            key = name + (f"#{steps[1]}" if steps[:1] == ["$defs"] else "")
            for step in steps:
                schema = schema[step]
            if "description" in near:
                schema = {**schema, "description": near["description"]}
            if "properties" in steps:
                key = None
        return schema, name, key if key in self.headings else None

    def owner(self, schema, key):
        """The key of another table whose member a schema refers to."""
        match = re.fullmatch(r"#/\$defs/(\w+)/properties/\w+", schema.get("$ref", ""))
        other = match and f"{key.partition('#')[0]}#{match[1]}"
        return other if other in self.headings and other != key else None

    def link(self, key, page, many=False):
        other, heading = self.headings[key]
        words = re.sub(r"^(An?|The) ", "", heading)
        words = words if words[:2].isupper() else words[0].lower() + words[1:]
        anchor = re.sub(r"[^a-z- ]", "", heading.lower()).replace(" ", "-")
        return f"[{plural(words) if many else words}]({'' if other == page else other.name}#{anchor})"

    # MARK: - Cells

    def nouns(self, schema, name, page, many=False):
        """What a value is, or what several values are: one of these."""
        schema, name, key = self.resolved(schema, name)
        if key:
            return [self.link(key, page, many)]
        parts = schema.get("anyOf") or [schema[branch] for branch in ("then", "else") if "$ref" in schema.get(branch, {})]
        if parts:
            return [noun for part in parts for noun in self.nouns(part, name, page, many)]
        if values := values_of(schema):
            noun = "string" if isinstance(values[0], str) else "integer"
            return ["`true`" if values == [True] else plural(noun) if many else noun]
        kind = schema["type"]
        if kind == "array":
            least, most = schema.get("minItems", 0), schema.get("maxItems")
            count = "" if most is None else f"{most} " if least == most else f"{least} to {most} " if least else f"up to {most} "
            return [("arrays of " if many else "") + count + listed(self.nouns(schema["items"], name, page, many=most != 1), "and")]
        noun = plural(kind) if many else kind
        if kind == "object" and "properties" not in schema:
            return [f"{noun} of {listed(self.nouns(schema['additionalProperties'], name, page, many=True), 'and')}"]
        least, most = schema.get("minimum"), schema.get("maximum")
        if most:
            return [f"{noun} from {least} to {most}"]
        return ["signed " * (kind == "integer" and least is None) + noun + (f" ≥ {least}" if least else "")]

    def meaning(self, schema, name, path):
        target, name, _ = self.resolved(schema, name)
        text = target.get("description", "")
        while target.get("type") == "array":
            target, name, _ = self.resolved(target["items"], name)
        values = [f"`{value}`" for value in values_of(target) if value is not True]
        named = [value for value in values if value in text]
        if values and not named:
            text = ": ".join(filter(None, [", ".join(values), text]))
        elif len(named) < len(values):
            self.problems.append(f"{path}: the description does not name all values")
        if not text and "." not in path:
            self.problems.append(f"{path} has no description")
        return text.replace("|", "\\|")

    # MARK: - Tables

    def table(self, key, page):
        name, _, definition = key.partition("#")
        schema = self.schemas.get(name, {})
        schema = schema.get("$defs", {}).get(definition) if definition else schema
        if not schema:
            self.problems.append(f"{page.name}: there is no {key}")
            return ""
        if "properties" not in schema:
            return "".join(["| Kind | Known by |\n|---|---|\n", *self.choices(schema, name, page)])
        rows = []
        for meaning, members in itertools.groupby(self.members(schema, name, page, key), key=lambda member: member[2]):
            names, types, _ = zip(*members)
            types = types[:1] if len(set(types)) == 1 else types
            rows.append(f"| {', '.join(names)} | {', '.join(types)} | {meaning} |\n")
        return "".join(["| Member | Type | Meaning |\n|---|---|---|\n", *rows])

    def choices(self, schema, name, page):
        """The rows of a schema that is one of several objects."""
        while schema:
            condition = schema.get("if", {})
            known = [f"`{member}` is `{value['const']}`" for member, value in condition.get("properties", {}).items()]
            known = known or [f"has `{member}`" for member in condition.get("required", [])] or ["any other"]
            yield f"| {self.nouns(schema.get('then', schema), name, page)[0]} | {known[0]} |\n"
            schema = schema.get("else")

    def members(self, schema, name, page, key, prefix=""):
        """The name, the type and the meaning of each member, with those inside it."""
        inside = []
        for member, value in schema["properties"].items():
            refers = "/properties/" in value.get("$ref", "")
            if not refers:
                yield from inside
                inside = []
            types = "optional " * (member not in schema.get("required", [])) + listed(self.nouns(value, name, page), "or")
            other = self.owner(value, key)
            meaning = f"as of a {self.link(other, page)}" if other else self.meaning(value, name, f"{key}: {prefix}{member}")
            yield f"`{prefix}{member}`", types, "**deprecated**: " * value.get("deprecated", False) + meaning
            target, file, own = self.resolved(value, name)
            while target.get("type") == "array" and not own:
                target, file, own = self.resolved(target["items"], file)
            if "properties" in target and not own and not refers:
                inside += self.members(target, file, page, key, f"{prefix}{member}.")
        yield from inside

    def written(self, page):
        """The text of a page with the tables that the schemas give."""
        return TABLE.sub(lambda match: f"<!-- schema: {match[1]} -->\n{self.table(match[1], page)}", self.pages[page])


def main():
    arguments = sys.argv[1:]
    if arguments not in ([], ["--check"]):
        asked = arguments in (["-h"], ["--help"])
        print(__doc__.strip(), file=sys.stdout if asked else sys.stderr)
        sys.exit(0 if asked else 64)
    tables = Tables()
    problems = tables.problems
    problems += [f"Documentation/schemas/{name}{SUFFIX}: no page has its table" for name in tables.schemas if name not in tables.headings]
    for page, text in tables.pages.items():
        written = tables.written(page)
        if written == text:
            continue
        if arguments:
            problems.append(f"Documentation/{page.name} is not what the schemas say: python3 Scripts/schemas/tables.py")
        else:
            page.write_text(written)
    for problem in problems:
        print(problem)
    sys.exit(bool(problems))


main()
