/// A number of seven bits to a byte, and how many bytes it takes.
public struct LEB128: Equatable, Sendable, ExpressibleByIntegerLiteral {
  /// The number.
  public var value: UInt32
  /// The number of bytes that it takes; if that is too few for the value, as many as are needed.
  public var byteCount: Int

  /// A number in `byteCount` bytes, or in more where they are too few for it.
  public init(_ value: UInt32 = 0, byteCount: Int = 0) {
    self.value = value
    self.byteCount = byteCount
  }

  public init(integerLiteral value: UInt32) { self.init(value) }
}

extension FieldCoder {
  mutating func leb128(_ name: StaticString, _ number: inout LEB128) throws(FieldError) {
    try leb128(name, &number.value, byteCount: &number.byteCount)
  }
}
