"""Validates the examples of pages with the schemas to which the pages link. The tables of pages are those of tables.py."""

import json
import re

from documents import ROOT, SUFFIX, by_name, parsed

LINK = re.compile(r"\(schemas/([a-z-]+)" + re.escape(SUFFIX) + r"\)")


def check(checked):
    """Adds to the problems of a check the examples that are of no schema."""
    schemas = by_name()
    for page in sorted((ROOT / "Documentation").glob("*.md")):
        text = page.read_text()
        names = LINK.findall(text)
        for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL) if names else []:
            for example in [block] if block.startswith("{\n") else block.splitlines():
                example_of(checked, page, names, parsed(example), schemas)


def example_of(checked, page, names, example, schemas):
    """An example is a document of one of the schemas, or a part of one."""
    known = [name for name in names if checked.validators[name].is_valid(example)]
    parts = [schema for name in names for schema in schemas[name].get("$defs", {})
             if checked.validators[name].evolve(schema={"$ref": f"{schemas[name]['$id']}#/$defs/{schema}"}).is_valid(example)]
    if not known and not parts:
        checked.problems.append(f"{page.name}: an example is of no schema: {json.dumps(example, ensure_ascii=False)[:100]}")
