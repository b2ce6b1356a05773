#!/usr/bin/env python3
"""Tests the text rules of `mutations.py` on a few lines of Swift."""

import os
import random
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mutations  # noqa: E402

SOURCE = '''\
import Box  // 1 < 2
/* 3 /* 4 */ 5 */
enum Kind: Int {
  case movie = 6
}
extension Array where Element == Int {
  static func < (a: Self, b: Self = 7) -> Bool { a.count < 8 }

  func check(
    limit: Int = 9
  ) throws {
    guard count <= limit, !isEmpty else { return }
    if first == nil { return }
    let text = #"10 < \\(11) \\#(first! + "12") "13" < "# + "14 < 15"
    for index in 0..<count where index.0 != 0x1F {
      names.append(
        text)
      seen.insert(index)
    }
    #if os(Linux)
      total += 1.5
    #endif
    switch kind {
    case .movie where limit > 16: total = pair.0 * 17
    default:
      break
    }
    while isOpen && isTrue(true) { close() }
  }
}
'''


def lines(source):
    return {number: [mutations.shown(source, change)[1] for change in found] for number, found in mutations.changes(source).items()}


class Places(unittest.TestCase):
    def test_every_change(self):
        self.maxDiff = None
        self.assertEqual(lines(SOURCE), {
            7: ["static func < (a: Self, b: Self = 7) -> Bool { a.count <= 8 }",
                "static func < (a: Self, b: Self = 7) -> Bool { a.count >= 8 }",
                "static func < (a: Self, b: Self = 7) -> Bool { a.count < 9 }"],
            12: ["guard count < limit, !isEmpty else { return }", "guard count > limit, !isEmpty else { return }",
                 "guard false, count <= limit, !isEmpty else { return }"],
            13: ["if false, first == nil { return }", "if true || (first == nil) { return }"],
            15: ["for index in 0..<-1+count where index.0 != 0x1F {", "for index in 0..<count where index.0 == 0x1F {",
                 "for index in 1..<count where index.0 != 0x1F {", "for index in 0..<count where index.0 != 0x1e {",
                 "for index in 0..<count where false && (index.0 != 0x1F) {"],
            18: ["(nothing)"],
            21: ["(nothing)"],
            24: ["case .movie where limit > 16: total = pair.0 + 17", "case .movie where limit > 16: total = pair.0 * 18"],
            28: ["while isOpen || isTrue(true) { close() }", "while isOpen && isTrue(false) { close() }",
                 "while false, isOpen && isTrue(true) { close() }"],
        })

    def test_lines_stay(self):
        source = random.Random(1)
        chosen = [(number, source.choice(found)) for number, found in mutations.changes(SOURCE).items()]
        changed = mutations.applied(SOURCE, chosen).splitlines()
        for number, (before, after) in enumerate(zip(SOURCE.splitlines(), changed, strict=True), 1):
            self.assertEqual(before != after, number in dict(chosen))
            self.assertEqual(f"__mutant({number})" in after or mutations.operator_name(number) in after, number in dict(chosen))

    def test_what_the_compiler_sees(self):
        drop = "{\n  x.add(y)\n  z = 1 < w\n}\n"
        chosen = [(300, mutations.changes(drop)[2][0]), (301, mutations.changes(drop)[3][0])]
        less = mutations.operator_name(301)
        self.assertEqual(mutations.applied(drop, chosen), f"{{\n  if !__mutant(300) {{ x.add(y) }}\n  z = 1 {less} w\n}}\n")
        self.assertIn(f"func {less}<T: Comparable>(a: T, b: T) -> Bool {{ __mutant(301) ? a <= b : a < b }}", mutations.support(chosen))

    def test_what_stays(self):
        for text in ["{\n  else {\n    return\n  }\n}\n", "func f() -> Int {\n  g(x)\n}\n", "{\n  f(\n    g(x)\n  )\n}\n",
                     "{\n  let a =\n    f(x)\n}\n", '{\n  f(x)\n    + "a"\n}\n', "{\n  self.a = a\n}\n", "@Flag(8) var a\n",
                     "  public var count: Int = 9\n  package static var size = 10\n"]:
            self.assertEqual(lines(text), {}, text)


if __name__ == "__main__":
    unittest.main()
