/// A name whose numbers are compared by value: `segment-9` comes before `segment-10`.
package struct NumberedName: Comparable {
  private var pieces: [(text: [UInt8], number: [UInt8])] = []

  package init(_ name: String) {
    var rest = Array(name.utf8)[...]
    while !rest.isEmpty {
      let text = rest.prefix { !(48...57).contains($0) }
      let digits = rest[text.endIndex...].prefix { (48...57).contains($0) }
      pieces.append((Array(text), Array(digits.drop { $0 == 48 })))
      rest = rest[digits.endIndex...]
    }
  }

  package static func == (one: NumberedName, other: NumberedName) -> Bool {
    !(one < other) && !(other < one)
  }

  package static func < (one: NumberedName, other: NumberedName) -> Bool {
    for (first, second) in zip(one.pieces, other.pieces) {
      if first.text != second.text { return first.text.lexicographicallyPrecedes(second.text) }
      if first.number.count != second.number.count {
        return first.number.count < second.number.count
      }
      if first.number != second.number {
        return first.number.lexicographicallyPrecedes(second.number)
      }
    }
    return one.pieces.count < other.pieces.count
  }
}
