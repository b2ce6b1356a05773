/// How a number is best shown.
public enum FieldFormat: Equatable, Sendable {
  /// A whole number, in decimal digits.
  case decimal
  /// A whole number, in hexadecimal digits.
  case hex
  /// Four characters of 8 bits each.
  case fourCC
  /// A fixed-point number with this many bits after the point.
  case fixed(fraction: Int)
  /// Seconds since 1904-01-01 00:00 UTC (ISO/IEC 14496-12 §8.2.2.3).
  case seconds1904
  /// Three letters of 5 bits each (ISO 639-2/T), or a Macintosh language code (QuickTime).
  case language
  /// An IEEE 754 number of as many bits as the field.
  case float
  /// An offset or a size of other bytes, which changes if these bytes move.
  case offset(OffsetField)
  /// One of a list of known values.
  case names(ValueNames)
  /// Bits that mean something each.
  case flags(FlagNames)

  /// The meaning of a value, in words; nil for formats without meanings, and for values without a name.
  public func meaning(of value: UInt64) -> String? {
    switch self {
    case .names(let names): names[value]
    case .flags(let names): names[value]
    default: nil
    }
  }
}

/// The meaning of the bits of a field, of each one or of several together: `[(0x1, 0x1, "enabled")]`.
public struct FlagNames: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// Bits whose value has a meaning.
  public struct Flag: Equatable, Sendable {
    /// The bits.
    public var mask: UInt64
    /// Their value.
    public var value: UInt64
    /// The name of the flag.
    public var name: String

    /// Bits that have this value; all of them are set if there is none.
    public static func bits(_ mask: UInt64, _ name: String, are value: UInt64? = nil) -> Flag {
      Flag(mask: mask, value: value ?? mask, name: name)
    }
  }

  /// The flags, in the order in which they are shown.
  public private(set) var flags: [Flag]
  /// Flags with their names, in the order in which they are shown.
  public init(arrayLiteral elements: Flag...) { flags = elements }

  /// The flags of `a`, followed by those of `b`.
  public static func + (a: FlagNames, b: FlagNames) -> FlagNames {
    var sum = a
    sum.flags += b.flags
    return sum
  }

  /// The names of all bits of `value`.
  public func names(of value: UInt64) -> [String] {
    flags.filter { value & $0.mask == $0.value }.map(\.name)
  }

  /// The names of all bits of `value`, with commas; nil if there are none.
  public subscript(value: UInt64) -> String? {
    let names = names(of: value)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

/// The meaning of the values of a field: `[0: "file", 1: "idat", 2: "item"]`.
public struct ValueNames: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private let names: [UInt64: String]
  /// Values with their names. If a value has two names, the first counts.
  public init(dictionaryLiteral elements: (UInt64, String)...) {
    names = Dictionary(elements) { first, _ in first }
  }
  /// All values with a name, in their order.
  public var all: [(value: UInt64, name: String)] {
    names.map { (value: $0.key, name: $0.value) }.sorted { $0.value < $1.value }
  }
  /// The name of `value`; nil if it has none.
  public subscript(value: UInt64) -> String? { names[value] }

  /// The value with a name; the smallest of several.
  public func value(named name: String) -> UInt64? {
    names.filter { $0.value == name }.keys.min()
  }
}

/// The kind of a field of a syntax.
public enum FieldKind: Equatable, Sendable {
  /// A number, and how it is shown.
  case number(FieldFormat, isSigned: Bool)
  /// One bit.
  case flag
  /// Characters.
  case text
  /// Bytes whose structure is not stated here.
  case bytes
  /// Boxes.
  case boxes
  /// Structures of the same kind as the structure that contains them.
  case recursion
  /// Bits that have to have this value.
  case reserved(UInt64)
}

/// The value of a field as the inspector shows it.
public enum FieldValue: Equatable, Sendable {
  /// A number without a sign.
  case uint(UInt64, FieldFormat)
  /// A number with a sign.
  case int(Int64, FieldFormat)
  /// One bit: true is 1.
  case flag(Bool)
  /// Text with the way in which its end is marked.
  case text(Text)
  /// Bytes whose structure is not known here.
  case bytes(Bytes)
}
