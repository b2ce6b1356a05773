/// `Content-Range: bytes 0-499/1234` (RFC 9110 §14.4).
struct ContentRange: Equatable {
  /// The range that is sent; nil if the server has none of the requested bytes.
  var range: Range<Int>?
  /// The number of bytes of the file; nil if the server does not state it.
  var count: Int?

  /// Nil if the text is not a range, or states an impossible one: a range that is not within the file.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let sides = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    if sides[1] != "*" {
      guard let count = ContentRange.number(sides[1]) else { return nil }
      self.count = count
    }
    guard sides[0] != "*" else { return }
    let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = ContentRange.number(ends[0]),
      let last = ContentRange.number(ends[1]), first <= last, last < count ?? .max
    else { return nil }
    range = first..<last + 1
  }

  /// A number that has only digits, and is at most the size that a file can have.
  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(text),
      value < 1 << 60
    else { return nil }
    return value
  }
}
