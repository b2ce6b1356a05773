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
