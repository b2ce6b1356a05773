"""The schemas of Documentation/schemas, and the documents that are validated with them."""

import collections
import copy
import json
import re
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "Documentation" / "schemas"
SUFFIX = ".schema.json"


def by_name():
    """All schemas by their names."""
    return {path.name.removesuffix(SUFFIX): json.loads(path.read_text()) for path in sorted(FOLDER.glob("*" + SUFFIX))}


def parts():
    """The names of schemas that others refer to: no document is one of these."""
    return {name for schema in by_name().values() for name in re.findall(r"'\$ref': '([a-z-]+)" + re.escape(SUFFIX), str(schema))}


def validators(schemas):
    """A validator for each schema, which finds the others by their addresses."""
    try:
        from referencing import Registry, Resource
        known = {"registry": Registry().with_resources([(schema["$id"], Resource.from_contents(schema)) for schema in schemas.values()])}
        arguments = lambda schema: known
    except ImportError:  # jsonschema before 4.18
        store = {schema["$id"]: schema for schema in schemas.values()}
        arguments = lambda schema: {"resolver": jsonschema.RefResolver.from_schema(schema, store=store)}
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    return {name: jsonschema.Draft202012Validator(schema, **arguments(schema)) for name, schema in schemas.items()}


def members(pairs):
    """An object in which no name occurs twice."""
    twice = [name for name, count in collections.Counter(name for name, _ in pairs).items() if count > 1]
    if twice:
        raise ValueError(f"an object has several members {', '.join(map(repr, twice))}")
    return dict(pairs)


def no_number(text):
    raise ValueError(f"{text} is not JSON")


def parsed(line):
    return json.loads(line, object_pairs_hook=members, parse_constant=no_number)


def objects(value, shape=()):
    """The objects in a value, each with where it stands: an element of an array counts as any other."""
    if isinstance(value, dict):
        yield shape, value
        for name, member in value.items():
            yield from objects(member, (*shape, name))
    elif isinstance(value, list):
        for element in value:
            yield from objects(element, (*shape, "*"))


class Check:
    """Validates documents, and tries each schema on documents that it has to refuse."""

    def __init__(self):
        self.validators = validators(by_name())
        self.counts = collections.Counter()
        self.problems = []
        self._refused = set()

    def line(self, name, line, source):
        """Validates a line of output."""
        try:
            document = parsed(line)
        except ValueError as error:
            return self.problems.append(f"{source}: {name}: no JSON: {error}")
        self.document(name, document, source)

    def document(self, name, document, source):
        error = jsonschema.exceptions.best_match(self.validators[name].iter_errors(document))
        self.counts[name] += 1
        if error:
            return self.problems.append(f"{source}: {name}: {error.json_path}: {error.message[:300]}")
        self._try_refusals(name, document, source)

    def _try_refusals(self, name, document, source):
        """Each object gets a member that no page knows, where one of its path has not had it yet."""
        new = [shape for shape in {shape: None for shape, _ in objects(document)} if (name, shape) not in self._refused]
        for shape in new:
            self._refused.add((name, shape))
            changed = copy.deepcopy(document)
            next(value for path, value in objects(changed) if path == shape)["unknown member"] = {}
            if self.validators[name].is_valid(changed):
                self.problems.append(f"{source}: {name}: an unknown member of /{'/'.join(shape)} is not refused")
        if new and self.validators[name].is_valid({}):
            self.problems.append(f"{name}: an object without members is not refused")
