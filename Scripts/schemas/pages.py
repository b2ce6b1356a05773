"""Compares the pages that describe JSON with the schemas to which they link."""

import json
import re

from documents import FOLDER, ROOT, SUFFIX, by_name, parsed

LINK = re.compile(r"\(schemas/([a-z-]+)" + re.escape(SUFFIX) + r"\)")


def words_of(schema):
    """The names of members, and the texts of enumerations, that a schema states."""
    if isinstance(schema, list):
        for element in schema:
            yield from words_of(element)
    elif isinstance(schema, dict):
        yield from (name.removeprefix("motion.") for name in schema.get("properties", {}))
        yield from (value for value in [*schema.get("enum", []), schema.get("const")] if isinstance(value, str))
        for name, value in schema.items():
            yield from words_of(list(value.values()) if name in ("properties", "$defs") else value)


def links():
    """The pages that lead to schemas, with the names of these."""
    found = {page: LINK.findall(page.read_text()) for page in sorted((ROOT / "Documentation").glob("*.md"))}
    return {page: names for page, names in found.items() if names}


def check(checked):
    """Adds to the problems of a check what a page and its schemas do not have in common."""
    schemas = by_name()
    pages = links()
    for name in sorted(schemas.keys() - {name for names in pages.values() for name in names}):
        checked.problems.append(f"{FOLDER / name}{SUFFIX}: no page leads there")
    for page, names in pages.items():
        text = page.read_text()
        code = " ".join(re.findall(r"`[^`\n]+`", text)) + " ".join(re.findall(r"```json\n(.*?)```", text, re.DOTALL))
        said = set(re.split(r'[`",:{}\[\]]+\s*', code)) | set(re.findall(r"[\w.]+", code))
        stated = {word for name in names for word in words_of(schemas[name])}
        for word in sorted(stated - said):
            checked.problems.append(f"{page.name}: `{word}`, which a schema has, is not described")
        for row in re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE):
            for word in re.findall(r'`"?([^`"]+)"?`', row):
                if re.fullmatch(r"[A-Za-z]\w*(\.\w+)?", word) and word.removeprefix("motion.") not in stated:
                    checked.problems.append(f"{page.name}: `{word}` is in no schema to which the page leads")
        for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
            for example in [block] if block.startswith("{\n") else block.splitlines():
                example_of(checked, page, [name for name in names if name in schemas], parsed(example), schemas)


def example_of(checked, page, names, example, schemas):
    """An example is a document of one of the schemas, or a part of one."""
    known = [name for name in names if checked.validators[name].is_valid(example)]
    parts = [schema for name in names for schema in schemas[name].get("$defs", {})
             if checked.validators[name].evolve(schema={"$ref": f"{schemas[name]['$id']}#/$defs/{schema}"}).is_valid(example)]
    if not known and not parts:
        checked.problems.append(f"{page.name}: an example is of no schema: {json.dumps(example, ensure_ascii=False)[:100]}")
