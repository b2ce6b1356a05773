extension FullBoxHeader {
  /// Whether all bits of `flag` are set.
  func has(_ flag: UInt32) -> Bool { flags & flag == flag }
}

extension FieldCoder {
  /// A field that exists only if a flag of the box is set.
  mutating func uint<Value: FixedWidthInteger & UnsignedInteger>(
    _ bits: Int, _ name: StaticString, _ value: inout Value?, if isPresent: Bool,
    as format: FieldFormat = .decimal
  ) throws(FieldError) {
    guard isPresent else {
      value = nil
      return
    }
    var present = value ?? 0
    try uint(bits, name, &present, as: format)
    value = present
  }

  /// A code that exists only if a flag of the box is set.
  mutating func fourCC(
    _ name: StaticString, _ value: inout FourCC?, if isPresent: Bool
  ) throws(FieldError) {
    var raw = value?.rawValue
    try uint(32, name, &raw, if: isPresent, as: .fourCC)
    value = raw.map { FourCC(rawValue: $0) }
  }
}
