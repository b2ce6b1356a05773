/// Reading much of a file from start to end: fast, and without keeping it in memory.
extension Bytes {
  /// The best size of a single read.
  public static let window = 4 << 20

  /// Announces that all of these bytes will be read, so that the system can read ahead. Without it, a mapped file is
  /// read page by page, which is better for reading single boxes.
  public func willBeRead() { source.willRead(range) }

  /// Returns when all of these bytes are here, if they come when they are read: a call of the system that
  /// reads the file itself, or another process, does not wait for them.
  public func fetch() { source.fetch(range) }

  /// The reason why some of these bytes cannot be read, as a part of a sentence about the file; nil if all are there.
  /// It fetches bytes of a remote file.
  public var missing: String? { source.missing(in: range) }

  /// Announces that code that reads one of these bytes will read them all, so that they are fetched together.
  public func belongTogether() { source.expect(range) }

  /// Releases the memory that reading took; the bytes can be read again.
  public func wereRead() { source.didRead(range) }

  /// Calls `body` with these bytes in parts of at most ``window``, and announces each part before.
  public func forEachWindow(_ body: (Bytes) throws -> Void) rethrows {
    guard count > Bytes.window else { return try body(self) }
    for start in stride(from: 0, to: count, by: Bytes.window) {
      guard let part = part(start..<Swift.min(start + Bytes.window, count)) else { return }
      part.willBeRead()
      defer { part.wereRead() }
      try body(part)
    }
  }
}
