/// A number with seven bits per byte, and the number of its bytes.
public struct LEB128: Equatable, Sendable, ExpressibleByIntegerLiteral {
  /// The number.
  public var value: UInt32
  /// The number of its bytes; more, if these are too few for the value.
  public var byteCount: Int

  /// A number in `byteCount` bytes, or in more if these are too few.
  public init(_ value: UInt32 = 0, byteCount: Int = 0) {
    self.value = value
    self.byteCount = byteCount
  }

  public init(integerLiteral value: UInt32) { self.init(value) }
}

extension FieldCoder {
  package mutating func leb128(_ name: StaticString, _ number: inout LEB128) throws(FieldError) {
    try leb128(name, &number.value, byteCount: &number.byteCount)
  }
}
