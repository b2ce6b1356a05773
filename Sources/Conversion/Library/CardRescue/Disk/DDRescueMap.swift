/// The ranges of a disk that GNU ddrescue could read, according to its map file.
package struct DDRescueMap {
  /// The ranges that it has not read: the image has zeros there, or ends before.
  package private(set) var unread: [Range<Int>] = []

  /// Reads a map file; nil if the text is not one.
  ///
  /// A line has a position, a size and a status character; `+` means that everything was read. The first line that is
  /// not a comment states ddrescue's current position.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    guard lines.count > 1 else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count == 3, let start = DDRescueMap.number(words[0]),
        let count = DDRescueMap.number(words[1]), words[2].count == 1,
        start <= Int.max - count
      else { return nil }
      if words[2] != "+" { unread.append(start..<start + count) }
    }
  }

  private static func number(_ word: Substring) -> Int? {
    let isHex = word.hasPrefix("0x") || word.hasPrefix("0X")
    return (isHex ? Int(word.dropFirst(2), radix: 16) : Int(word)).flatMap { $0 < 0 ? nil : $0 }
  }
}
