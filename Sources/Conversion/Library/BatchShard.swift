/// A part of a list of files, with an `index` in `0..<count`.
///
/// The index for a file is the 64-bit FNV-1a hash of the bytes of its relative path, modulo `count`. It is the same on
/// every machine, and does not depend on the other files in the list.
public struct BatchShard: Sendable, Hashable {
  /// The number of this part, from 0.
  public let index: Int
  /// The number of all parts, at least 1.
  public let count: Int

  /// Reads a text such as `0/4`. Nil for other texts, and if the index is not below the count.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), count > 0,
      (0..<count).contains(index)
    else { return nil }
    self.index = index
    self.count = count
  }

  /// Whether the file with a relative path belongs to this part.
  public func takes(_ path: String) -> Bool {
    BatchShard.hash(path) % UInt64(count) == UInt64(index)
  }

  /// FNV-1a of 64 bits.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
