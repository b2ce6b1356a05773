import Platform

/// A part of a ``ByteSource``: bytes that are read in place, and never copied.
public struct Bytes: Sendable {
  /// The source of the bytes, a file or memory, which exists as long as they do.
  public let source: ByteSource
  /// Which bytes of the source.
  public let range: Range<Int>

  /// The caller has checked `range` against the source.
  init(source: ByteSource, range: Range<Int>) {
    self.source = source
    self.range = range
  }

  /// Bytes of our own making.
  public init(_ bytes: some Collection<UInt8>) { self = ByteSource(bytes).bytes }

  /// No bytes.
  public init() { self = Bytes.empty }
  private static let empty = Bytes([UInt8]())

  /// The offset of the first byte in the file.
  public var fileOffset: Int { source.fileOffset(of: range.lowerBound) }

  /// The bytes from `range`, counted from the first of these; nil if they are not all there.
  public func part(_ part: Range<Int>) -> Bytes? {
    guard part.lowerBound >= 0, part.upperBound <= count else { return nil }
    let start = range.lowerBound + part.lowerBound
    return Bytes(source: source, range: start..<start + part.count)
  }

  /// The big-endian number of `size` bytes, at most 7, from `position`; nil if they are not all there.
  package func number(at position: Int, size: Int) -> Int? {
    guard position >= 0, size <= count, position <= count - size else { return nil }
    let start = range.lowerBound + position
    guard source.hasWord(at: start) else {
      return (start..<start + size).reduce(0) { $0 << 8 | Int(source.byte(at: $1)) }
    }
    return size == 0 ? 0 : Int(source.word(at: start) >> UInt64(64 - 8 * size))
  }

  /// The same bytes, for another thread; see ``ByteSource/init(sharing:)``.
  public var shared: Bytes { Bytes(source: ByteSource(sharing: source), range: range) }

  /// Calls `body` with a pointer that is good during the call.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // The range was checked when these bytes were made.
    unsafe source.withUnsafeBytes(in: range) { unsafe body($0) }
  }
}

extension Bytes: RandomAccessCollection {
  /// Always 0: indices count from the first of these bytes, not from the first of the source.
  public var startIndex: Int { 0 }
  /// The number of bytes. It is implemented here, because it is used for each byte, and the default is slow.
  public var count: Int { range.upperBound - range.lowerBound }
  /// The number of bytes.
  public var endIndex: Int { count }
  /// The byte at `position`, which has to be in `0..<count`.
  public subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < count, "index out of range")
    return source.byte(at: range.lowerBound + position)
  }
  /// Calls `body` with all the bytes, which are contiguous. The pointer is good during the call. Nil if not
  /// all of them are here: slices ask for this, although they need few of the bytes.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    guard source.has(range) else { return nil }
    // This is raw memory of bytes; the pointer is valid as long as `source`, which `self` retains.
    return try withExtendedLifetime(source) {
      let pointer = unsafe source.withUnsafeBytes(in: range) { raw in
        unsafe raw.assumingMemoryBound(to: UInt8.self)
      }
      return unsafe try body(pointer)
    }
  }
  /// What `Array(bytes)` calls; the default asks for each byte.
  public func _copyToContiguousArray() -> ContiguousArray<UInt8> {
    var copy: ContiguousArray<UInt8> = []
    copy.append(contentsOf: self)
    return copy
  }
}

extension Bytes: Hashable {
  public static func == (a: Bytes, b: Bytes) -> Bool {
    if a.source === b.source, a.range == b.range { return true }
    guard a.count == b.count, !a.isEmpty else { return a.count == b.count }
    let count = a.count
    // Both have as many bytes as are compared.
    return unsafe a.withUnsafeBytes { a in
      unsafe b.withUnsafeBytes { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return false }
        return unsafe memcmp(a, b, count) == 0
      }
    }
  }
  public func hash(into hasher: inout Hasher) {
    unsafe withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
  }
}
