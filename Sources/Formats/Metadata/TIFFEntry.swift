/// An entry of a directory: a tag and its values (TIFF 6.0 §2).
public struct TIFFEntry: Sendable {
  /// The tag, which states the meaning of the values.
  public var tag: UInt16
  /// The type of the values.
  public var type: TIFFType
  /// The number of values.
  public var count: Int
  /// The byte order of the values.
  public var order: ByteOrder
  /// The bytes of all values, in the file.
  public var value: Bytes
  /// The offset of the values, counted from the base of the structure's offsets.
  public var valueOffset: Int
  /// The offset of the entry itself, counted in the same way.
  public var offset: Int
  /// Whether the values are stored inside the entry.
  public var isInline: Bool
  /// The offset of the entry itself in the file.
  public var fileOffset: Int

  /// The integer at `index`; LONG8 gives its bit pattern. Nil for other types.
  public func integer(at index: Int = 0) -> Int64? {
    guard type.isInteger, let size = type.size, index >= 0, index < count,
      let bits = value.integer(at: index * size, size: size, order)
    else { return nil }
    guard type.isSigned else { return Int64(bitPattern: bits) }
    let unused = UInt64(64 - size * 8)
    return Int64(bitPattern: bits << unused) >> Int64(unused)
  }

  /// The fraction at `index`.
  public func rational(at index: Int = 0) -> TIFFRational? {
    guard type == .rational || type == .signedRational, index >= 0, index < count,
      let upper = value.integer(at: index * 8, size: 4, order),
      let lower = value.integer(at: index * 8 + 4, size: 4, order)
    else { return nil }
    guard type == .signedRational else {
      return TIFFRational(numerator: Int64(upper), denominator: Int64(lower))
    }
    return TIFFRational(
      numerator: Int64(Int32(truncatingIfNeeded: upper)),
      denominator: Int64(Int32(truncatingIfNeeded: lower)))
  }

  /// The number at `index`, of any numeric type; nil for a fraction of denominator 0.
  public func number(at index: Int = 0) -> Double? {
    guard index >= 0, index < count else { return nil }
    switch type {
    case .rational, .signedRational: return rational(at: index)?.number
    case .float:
      return value.integer(at: index * 4, size: 4, order).map {
        Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))
      }
    case .double:
      return value.integer(at: index * 8, size: 8, order).map(Double.init(bitPattern:))
    default: return integer(at: index).map(Double.init)
    }
  }

  /// The text up to its first zero byte, without spaces at its end. Nil for other types.
  public var text: String? {
    type.isText ? TIFFEntry.text(of: value) : nil
  }

  static func text(of value: Bytes) -> String {
    var bytes = Array(value.prefix { $0 != 0 })
    while bytes.last == 0x20 { bytes.removeLast() }
    return Text.decoded(bytes)
  }
}

extension Text {
  /// The text in UTF-8, or else in Latin-1: files have both, although the standard allows only ASCII.
  package static func decoded(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
