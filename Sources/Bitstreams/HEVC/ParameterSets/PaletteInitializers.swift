import FieldCoding

extension FieldCoder {
  /// The palette to start from: a count, and as many entries for each colour component.
  mutating func paletteInitializers(
    _ countName: StaticString, countMinus bias: UInt32, _ name: StaticString,
    _ components: inout [[UInt32]], bitDepths: [Int]
  ) throws(FieldError) {
    var stored = UInt32(clamping: components.first?.count ?? 0) &- bias
    try ue(countName, &stored, atMost: 128 - bias, "ITU-T H.265 §A.3.7")
    try paletteEntries(name, &components, count: Int(stored + bias), bitDepths: bitDepths)
  }

  mutating func paletteEntries(
    _ name: StaticString, _ components: inout [[UInt32]], count: Int, bitDepths: [Int]
  ) throws(FieldError) {
    try checkCount(name, components.count, bitDepths.count)
    var depths = bitDepths.makeIterator()
    try list("components", &components, exactly: bitDepths.count, blank: []) {
      (entries, f) throws(FieldError) in
      try f.checkCount(name, entries.count, count)
      try f.list(depths.next() ?? 0, name, &entries, count: .exactly(count))
    }
  }
}
