#!/usr/bin/env python3
"""Tests the results of `symbols.py` for a few lines of Swift."""

import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import symbols  # noqa: E402

BOX = '''
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(version == 0 ? 32 : 64, "creation_time", &creationTime, as: .seconds1904)
    try f.text("location", ifPresent: &location)
    try f.list(
      "entries", &entries, count: .bits(32, "count"))
    try uint(16, "layer", &entry.layer)
    try f.uint(16, isCapture ? "VRcN" : "VRdN", &numerator)
    try f.sampleEntry(&index)
    try f.size("x", &width, &height)
    try f.boxes(&children)
  }
'''
FUNCTIONS = {
    "sampleEntry": ['_ number: inout UInt16) throws(FieldError) {\n    try uint(16, "data_reference_index", &number)\n'],
    "size": ['_ name: StaticString, _ w: inout UInt16, _ h: inout UInt16) {\n    try uint(16, "width", &w)\n    try uint(16, "height", &h)\n'],
}


def symbol(path, kind, *types, text=None):
    fragments = [{"spelling": spelling, "preciseIdentifier": spelling} for spelling in types]
    found = {"pathComponents": path.split("."), "kind": {"identifier": f"swift.{kind}"}, "identifier": {"precise": path}, "declarationFragments": fragments}
    return found | ({"docComment": {"lines": [{"text": line} for line in text.split("\n")]}} if text else {})


class Derivations(unittest.TestCase):
    def test_statements_name_fields(self):
        for name, field in (("creationTime", "creation_time"), ("location", "location"), ("entries", "entries"), ("layer", "layer")):
            self.assertEqual(symbols.statement(BOX, name), f"The field `{field}`.")
        self.assertIn("`VRcN` or `VRdN`", symbols.statement(BOX, "numerator"))
        self.assertIn("§4.2.2", symbols.statement(BOX, "header"))
        self.assertIn("boxes inside", symbols.statement(BOX, "children"))
        self.assertIsNone(symbols.statement(BOX, "index"))
        self.assertIsNone(symbols.statement(BOX, "ayer"))

    def test_shared_functions_name_fields(self):
        for name, field in (("index", "data_reference_index"), ("width", "width"), ("height", "height")):
            self.assertEqual(symbols.shared_statement(BOX, name, FUNCTIONS), f"The field `{field}`.")
        self.assertIsNone(symbols.shared_statement(BOX, "index", {}))

    def test_types_say_what_a_property_is(self):
        graph = {"module": {"name": "Movie"}, "symbols": [
            symbol("Tier", "enum", text="How many bits a level means. More\nof it.\n\nAn example."), symbol("Buffer", "struct", text="A buffer."),
            symbol("Profile.tier", "property", "Tier"), symbol("Profile.nal", "property", "Buffer"), symbol("Profile.vcl", "property", "Buffer"),
            symbol("Profile.init(tier:nal:)", "init"), symbol("Profile.init(other:)", "init")]}
        tier, nal, memberwise, other = (graph["symbols"][index] for index in (2, 3, 5, 6))
        types = symbols.types_of([graph])
        self.assertEqual(symbols.of_type(tier, graph, types), "How many bits a level means.")
        self.assertIsNone(symbols.of_type(nal, graph, types))
        self.assertIn("Each parameter", symbols.memberwise(memberwise, graph))
        self.assertIsNone(symbols.memberwise(other, graph))


if __name__ == "__main__":
    unittest.main()
