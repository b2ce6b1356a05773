/// A four-character code: the name of a box, a brand, a handler, an item type.
public struct FourCC: Hashable, Sendable {
  /// The code as a big-endian number: its first character is in the highest 8 bits.
  public var rawValue: UInt32

  /// The code that is this big-endian number; any is allowed.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Four characters of Latin-1, as typed by a person: `©nam`, or the number of a code whose characters cannot be seen:
  /// `0x6d730055`. Nil for anything else.
  public init?(_ text: some StringProtocol) {
    let scalars = text.unicodeScalars
    if scalars.count == 10, text.hasPrefix("0x"), let code = UInt32(text.dropFirst(2), radix: 16) {
      rawValue = code
      return
    }
    guard scalars.count == 4, scalars.allSatisfy({ $0.value < 256 }) else { return nil }
    rawValue = scalars.reduce(0) { $0 << 8 | $1.value }
  }
}

extension FourCC: ExpressibleByStringLiteral {
  /// `"iloc"`, `"©nam"`. Four characters of Latin-1. The compiler reduces four of ASCII to a number.
  @inlinable
  @inline(__always)
  public init(stringLiteral literal: StaticString) {
    if literal.utf8CodeUnitCount == 4 {
      // A literal's bytes live as long as the program, and there are four.
      let bytes = unsafe UnsafeRawPointer(literal.utf8Start)
      let code = unsafe UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
      if code & 0x8080_8080 == 0 {
        self.init(rawValue: code)
        return
      }
    }
    self.init(latin1: literal)
  }

  @usableFromInline
  init(latin1 literal: StaticString) {
    var code: UInt32 = 0
    var count = 0
    // A literal's UTF-8 bytes live as long as the program.
    literal.withUTF8Buffer { utf8 in
      for index in utf8.indices {
        let byte = unsafe utf8[index]
        if byte & 0xC0 == 0x80 {
          // The last six bits of a character whose first two came with the byte before.
          code |= UInt32(byte & 0x3F)
        } else {
          code = code << 8 | UInt32(byte < 0x80 ? byte : byte << 6)
          count += byte < 0xC4 ? 1 : 5
        }
      }
    }
    precondition(count == 4, "a FourCC is four Latin-1 characters")
    self.init(rawValue: code)
  }
}

extension FourCC {
  /// The code read as Latin-1, with all its characters, also those that cannot be seen.
  public var latin1: String {
    // Nearly all codes are ASCII, and every box of a long file is named.
    if rawValue & 0x8080_8080 == 0 { return String(decoding: codes, as: UTF8.self) }
    return String(String.UnicodeScalarView(codes.map { Unicode.Scalar($0) }))
  }
}

extension FourCC: CustomStringConvertible {
  /// The code read as Latin-1, or its number if it has characters that cannot be seen: `0x6d730055`.
  public var description: String {
    isNumber ? "0x" + zeroPadded(String(rawValue, radix: 16), to: 8) : latin1
  }

  /// Whether all four bytes are ASCII characters.
  public var isPrintable: Bool { codes.allSatisfy { (0x20...0x7E).contains($0) } }

  /// Whether the code has characters that cannot be seen, so that its description is its number.
  package var isNumber: Bool {
    var rest = rawValue
    for _ in 0..<4 {
      if rest & 0xFF < 0x20 || (0x7F..<0xA0).contains(rest & 0xFF) { return true }
      rest >>= 8
    }
    return false
  }

  private var codes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
  }
}
