/// Text as a file holds it: its bytes, which need not be valid UTF-8, and how its end is marked.
public struct Text: Hashable, Sendable {
  /// How the end of the text is known.
  public enum Form: Hashable, Sendable {
    /// Ends with a zero byte (`utf8string` of the specifications).
    case terminated
    /// Starts with a byte that says how long it is (a Pascal string, as QuickTime has them).
    case counted
    /// Fills its field.
    case plain
  }

  /// The bytes of the text, without terminator or length byte.
  public var bytes: [UInt8]
  /// How the end of the text is known.
  public var form: Form
  /// The rest of the field: the terminator, padding, or nothing if the terminator is missing.
  var tail: [UInt8]

  /// Text of our own making, in UTF-8, with a zero byte at its end if its form asks for one.
  public init(_ string: String = "", form: Form = .terminated) {
    self.init(bytes: Array(string.utf8), form: form, tail: form == .terminated ? [0] : [])
  }

  /// Bytes that need not be UTF-8, and fill their field.
  public init(bytes: [UInt8]) { self.init(bytes: bytes, form: .plain, tail: []) }

  init(bytes: [UInt8], form: Form, tail: [UInt8]) {
    self.bytes = bytes
    self.form = form
    self.tail = tail
  }

  /// Whether the text has no bytes.
  public var isEmpty: Bool { bytes.isEmpty }
  /// Whether the field has more behind the end of the text than zeros: readers do not show it.
  package var isFollowed: Bool { tail.contains { $0 != 0 } }
  /// The bytes of the text, and those behind it if it is followed by some.
  package var allBytes: [UInt8] { isFollowed ? bytes + tail : bytes }

  /// Removes the text, and what follows it.
  package mutating func clear() {
    bytes = []
    if isFollowed { tail = form == .terminated ? [0] : [] }
  }

  /// The number of bytes after the text, including the terminator.
  public var tailCount: Int { tail.count }

  /// The bytes as UTF-8 text, or as UTF-16 if its byte order mark comes first; if they are neither, as Latin-1. Zeros at
  /// the end, which some writers add, are left out.
  public var string: String {
    if let text = utf16 { return text }
    let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    let characters = bytes[..<end]
    return String(validating: characters, as: UTF8.self)
      ?? String(String.UnicodeScalarView(characters.map { Unicode.Scalar($0) }))
  }
}

// MARK: - UTF-16

extension Text {
  /// Whether text begins with the byte order mark of UTF-16, as texts of 3GPP may (`utfstring`, ISO/IEC 14496-12
  /// §8.10.2; 3GPP TS 26.244 §8.2). UTF-8 cannot begin so. Nil for other texts.
  static func isBigEndianUTF16(_ bytes: some Collection<UInt8>) -> Bool? {
    switch Array(bytes.prefix(2)) {
    case [0xFE, 0xFF]: true
    case [0xFF, 0xFE]: false
    default: nil
    }
  }

  /// The text behind a byte order mark.
  private var utf16: String? {
    guard bytes.count % 2 == 0, let isBig = Text.isBigEndianUTF16(bytes) else { return nil }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? one << 8 | other : other << 8 | one
    }
    let end = units.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return String(decoding: units[..<end], as: UTF16.self)
  }
}

extension Text: ExpressibleByStringLiteral {
  /// Text of our own making with a zero byte at its end.
  public init(stringLiteral literal: String) { self.init(literal) }
}

extension Text: CustomStringConvertible {
  public var description: String { string }
}

/// Finds the known name that was probably meant by a mistyped one.
package enum MistypedName {
  /// The name that is fewest mistakes away: at most one for each three characters.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let limit = max(1, name.count / 3)
    let distances = names.map { (name: $0, distance: distance(name, $0)) }
    let best = distances.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return best.flatMap { $0.distance <= limit ? $0.name : nil }
  }

  /// The number of characters that are missing, added, different, or swapped with the next one.
  package static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
