/// Forms of data that may be within data of another form, by their first bytes.
enum EmbeddedForm: CaseIterable {
  case jpeg, exif, xmp

  private var starts: [[UInt8]] {
    switch self {
    case .jpeg: [[0xFF, 0xD8, 0xFF]]
    case .exif: [Array("II*\0".utf8), Array("MM\0*".utf8)]
    case .xmp: [Array("<x:xmpmeta".utf8)]
    }
  }

  /// No real data has more of them; the limit bounds the cost of hostile files.
  private static let limit = 16

  /// The first offsets at which such data begins.
  static func all(in bytes: [UInt8]) -> [(start: Int, form: EmbeddedForm)] {
    let forms = allCases.flatMap { form in form.starts.map { (form, $0) } }
    var found: [(start: Int, form: EmbeddedForm)] = []
    for position in bytes.indices where found.count < limit {
      for (form, start) in forms where bytes[position] == start[0] {
        if bytes[position...].starts(with: start) { found.append((position, form)) }
      }
    }
    return found
  }
}

/// RFC 4648 §4, §5.
enum EmbeddedBase64 {
  static let digits: [UInt8: UInt8] = {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    var digits = Dictionary(uniqueKeysWithValues: zip(letters.utf8, UInt8(0)...UInt8(63)))
    digits[UInt8(ascii: "-")] = 62
    digits[UInt8(ascii: "_")] = 63
    return digits
  }()

  /// The data of the values in a text that are long enough to hold a location.
  static func data(in text: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var digits: [UInt8] = []
    for byte in text + [0] {
      if let digit = EmbeddedBase64.digits[byte] {
        digits.append(digit)
      } else if byte != 0x0A, byte != 0x0D {
        if digits.count >= 22 { found.append(bytes(digits)) }
        digits = []
      }
    }
    return found
  }

  static func bytes(_ digits: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for digit in digits {
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
