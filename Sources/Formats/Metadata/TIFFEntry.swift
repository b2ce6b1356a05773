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

extension TIFFEntry {
  /// The most values of a list that are shown.
  private static let shownValues = 16
  /// The most bytes of a text that are shown: a thousand entries may share one text of megabytes.
  private static let shownBytes = 4096

  /// The values as the inspector shows them.
  public func fieldValue(in directory: ExifDirectory.Kind) -> FieldValue {
    if let shownText { return .text(Text(shownText, form: .plain)) }
    if directory == .exif, tag == 0x829A, let time = rational() {
      let isReduced = time.exposureText == time.description
      let text = isReduced ? "\(time)" : "\(time.exposureText) (\(time))"
      return .text(Text(text, form: .plain))
    }
    if count == 1, let number = integer() {
      if let names = ExifTag.valueNames(tag, in: directory) {
        return .uint(UInt64(bitPattern: number), .names(names))
      }
      return type.isSigned ? .int(number, .decimal) : .uint(UInt64(bitPattern: number), .decimal)
    }
    if type == .undefined {
      // Versions are four digits; comments have a character code of eight bytes.
      let isText = count == 4 && value.allSatisfy { (0x20...0x7E).contains($0) }
      return isText ? .text(Text(Text.decoded(Array(value)), form: .plain)) : .bytes(value)
    }
    return .text(Text(valueText, form: .plain))
  }

  /// The values as text: `1/125`, `33/1 30/1 0/1`.
  public var valueText: String {
    if let shownText { return shownText }
    guard type != .undefined else { return counted(count, "byte") }
    let shown = min(count, TIFFEntry.shownValues)
    let values = (0..<shown).map { index in
      if let fraction = rational(at: index) { return "\(fraction)" }
      if let number = integer(at: index) { return "\(number)" }
      return number(at: index).map { "\($0)" } ?? "?"
    }
    let rest = count > shown ? " … (\(count) values)" : ""
    return values.joined(separator: " ") + rest
  }

  private var shownText: String? {
    let limit = TIFFEntry.shownBytes
    guard type.isText, value.count > limit, let start = value.part(0..<limit), !start.contains(0)
    else { return text }
    // The part that is shown does not end within a character of UTF-8.
    let end = (limit - 3...limit).last { value[$0] & 0xC0 != 0x80 } ?? limit
    return value.part(0..<end).map { TIFFEntry.text(of: $0) + " … (\(counted(count, "byte")))" }
  }
}

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

/// The type of the values of an entry (TIFF 6.0 §2, Exif 2.32 §4.6.2).
public struct TIFFType: Hashable, Sendable {
  /// The number of the type in a file.
  public var rawValue: UInt16
  /// The type of this number, known or not.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// BYTE: an integer of 8 bits without sign.
  public static let byte = TIFFType(rawValue: 1)
  /// ASCII: text with a zero byte at its end.
  public static let ascii = TIFFType(rawValue: 2)
  /// SHORT: an integer of 16 bits without sign.
  public static let short = TIFFType(rawValue: 3)
  /// LONG: an integer of 32 bits without sign.
  public static let long = TIFFType(rawValue: 4)
  /// RATIONAL: two LONGs, numerator and denominator.
  public static let rational = TIFFType(rawValue: 5)
  /// SBYTE: an integer of 8 bits with sign.
  public static let signedByte = TIFFType(rawValue: 6)
  /// UNDEFINED: bytes whose meaning follows from the tag.
  public static let undefined = TIFFType(rawValue: 7)
  /// SSHORT: an integer of 16 bits with sign.
  public static let signedShort = TIFFType(rawValue: 8)
  /// SLONG: an integer of 32 bits with sign.
  public static let signedLong = TIFFType(rawValue: 9)
  /// SRATIONAL: two SLONGs, numerator and denominator.
  public static let signedRational = TIFFType(rawValue: 10)
  /// FLOAT: an IEEE 754 number of 32 bits.
  public static let float = TIFFType(rawValue: 11)
  /// DOUBLE: an IEEE 754 number of 64 bits.
  public static let double = TIFFType(rawValue: 12)
  /// IFD: the offset of a directory, 32 bits (Adobe's TIFF Technical Note 1).
  public static let ifd = TIFFType(rawValue: 13)
  /// LONG8: an integer of 64 bits without sign. It is BigTIFF's type, which Apple's maker notes use
  /// too.
  public static let long8 = TIFFType(rawValue: 16)
  /// SLONG8: an integer of 64 bits with sign, of BigTIFF.
  public static let signedLong8 = TIFFType(rawValue: 17)
  /// IFD8: the offset of a directory, 64 bits, of BigTIFF.
  public static let ifd8 = TIFFType(rawValue: 18)
  /// UTF-8: text in UTF-8 with a zero byte at its end (Exif 3.0 §4.6.2).
  public static let utf8 = TIFFType(rawValue: 129)

  /// The size of a value in bytes; nil for an unknown type.
  public var size: Int? {
    switch rawValue {
    case 1, 2, 6, 7, 129: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }

  /// Whether values are integers, so that one can be read or replaced.
  public var isInteger: Bool { [1, 3, 4, 6, 8, 9, 13, 16, 17, 18].contains(rawValue) }
  var isSigned: Bool { [6, 8, 9, 10, 17].contains(rawValue) }
  var isText: Bool { rawValue == 2 || rawValue == 129 }
}

extension TIFFType: CustomStringConvertible {
  public var description: String {
    switch rawValue {
    case 1: "BYTE"
    case 2: "ASCII"
    case 3: "SHORT"
    case 4: "LONG"
    case 5: "RATIONAL"
    case 6: "SBYTE"
    case 7: "UNDEFINED"
    case 8: "SSHORT"
    case 9: "SLONG"
    case 10: "SRATIONAL"
    case 11: "FLOAT"
    case 12: "DOUBLE"
    case 13: "IFD"
    case 16: "LONG8"
    case 17: "SLONG8"
    case 18: "IFD8"
    case 129: "UTF-8"
    default: "type \(rawValue)"
    }
  }
}

/// A fraction (TIFF 6.0 §2).
public struct TIFFRational: Hashable, Sendable {
  /// The number above the line.
  public var numerator: Int64
  /// The number below the line, which may be 0 in a file.
  public var denominator: Int64
  /// A fraction, which is not reduced.
  public init(numerator: Int64, denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }
  /// The value of the fraction; nil where the denominator is 0.
  public var number: Double? {
    denominator == 0 ? nil : Double(numerator) / Double(denominator)
  }
}

extension TIFFRational: CustomStringConvertible {
  public var description: String { "\(numerator)/\(denominator)" }
}

extension TIFFRational {
  /// An exposure time in seconds, in the usual form: `1/120`, `0.3`, `2.5`, `30`.
  ///
  /// Cameras write `200/10000` and `997683/1000000`. Up to a quarter of a second, the nearest fraction of 1 is shown, and
  /// above it, tenths of a second. If the value is not a valid time, the fraction itself is shown.
  public var exposureText: String {
    guard let seconds = number, seconds > 0 else { return description }
    if seconds < 0.250_01 { return "1/\(Int((1 / seconds).rounded()))" }
    let tenths = Int((seconds * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
