/// An entry to be written: a tag and its values.
public struct TIFFField: Equatable, Sendable {
  /// Values of one type.
  public enum Value: Equatable, Sendable {
    /// Numbers of 8 bits (BYTE).
    case bytes([UInt8])
    /// Text in ASCII, or UTF-8 instead; written with a zero byte at its end.
    case text(String)
    /// Numbers of 16 bits (SHORT).
    case shorts([UInt16])
    /// Numbers of 32 bits (LONG).
    case longs([UInt32])
    /// Fractions of two numbers of 32 bits (RATIONAL).
    case rationals([TIFFRational])
    /// Bytes whose meaning follows from the tag (UNDEFINED).
    case undefined([UInt8])
    /// Numbers of 32 bits with sign (SLONG).
    case signedLongs([Int32])
    /// Fractions of two numbers of 32 bits with sign (SRATIONAL).
    case signedRationals([TIFFRational])
    /// A pointer to another directory.
    case directory([TIFFField])
    /// A pointer to bytes that another field gives the length of: a thumbnail.
    case offset(of: [UInt8])
  }

  /// The tag, which states the meaning of the values.
  public var tag: UInt16
  /// The values.
  public var value: Value

  /// An entry of these values.
  public init(_ tag: UInt16, _ value: Value) {
    self.tag = tag
    self.value = value
  }
}

extension TIFFField.Value {
  var type: TIFFType {
    switch self {
    case .bytes: .byte
    case .text: .ascii
    case .shorts: .short
    case .longs, .directory, .offset: .long
    case .rationals: .rational
    case .undefined: .undefined
    case .signedLongs: .signedLong
    case .signedRationals: .signedRational
    }
  }

  var count: Int {
    switch self {
    case .bytes(let bytes), .undefined(let bytes): bytes.count
    case .text(let text): text.utf8.count + 1
    case .shorts(let values): values.count
    case .longs(let values): values.count
    case .rationals(let values), .signedRationals(let values): values.count
    case .signedLongs(let values): values.count
    case .directory, .offset: 1
    }
  }

  /// The values; empty for pointers, whose values the writer sets.
  func encoded(_ order: ByteOrder) -> [UInt8] {
    var result: [UInt8] = []
    switch self {
    case .bytes(let bytes), .undefined(let bytes): result = bytes
    case .text(let text): result = Array(text.utf8) + [0]
    case .shorts(let values):
      for value in values { result.append(UInt64(value), size: 2, order) }
    case .longs(let values):
      for value in values { result.append(UInt64(value), size: 4, order) }
    case .signedLongs(let values):
      for value in values { result.append(UInt64(UInt32(bitPattern: value)), size: 4, order) }
    case .rationals(let values), .signedRationals(let values):
      for value in values {
        result.append(UInt64(bitPattern: value.numerator), size: 4, order)
        result.append(UInt64(bitPattern: value.denominator), size: 4, order)
      }
    case .directory, .offset: break
    }
    return result
  }
}
