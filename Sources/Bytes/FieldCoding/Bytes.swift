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

  /// The index of the first byte that differs from the byte of `other` at the same index; nil if both are equal. If
  /// one is the start of the other, it is the length of the shorter one.
  ///
  /// If both are the same range of the same source, nothing is read.
  public func firstDifference(from other: Bytes) -> Int? {
    if source === other.source, range == other.range { return nil }
    let common = Swift.min(count, other.count)
    let step = Bytes.window
    var start = 0
    while start < common {
      let end = Swift.min(start + step, common)
      guard let old = part(start..<end), let new = other.part(start..<end) else { return start }
      old.willBeRead()
      new.willBeRead()
      defer {
        old.wereRead()
        new.wereRead()
      }
      if !old.isSame(as: new) { return start + (old.indices.first { old[$0] != new[$0] } ?? 0) }
      start = end
    }
    return count == other.count ? nil : common
  }

  /// - Parameter other: as many bytes.
  private func isSame(as other: Bytes) -> Bool {
    unsafe withUnsafeBytes { old in
      unsafe other.withUnsafeBytes { new in
        guard let old = old.baseAddress, let new = new.baseAddress else { return true }
        // Both have `count` bytes.
        return unsafe memcmp(old, new, count) == 0
      }
    }
  }

  /// The first range from `start` on in which at least `least` bytes in a row are all 0, or all FF: what a failed card
  /// or an interrupted copy leaves, and what compressed data hardly has.
  ///
  /// Only one of `least` bytes is read where there is none, and holes of the file are not read.
  public func firstRun(ofAtLeast least: Int, from start: Int = 0) -> Range<Int>? {
    var position = start + least - 1
    var first = start
    while position < count {
      let byte = self[position]
      guard byte == 0 || byte == 0xFF else {
        first = position + 1
        position += least
        continue
      }
      var lower = position
      while lower > first, self[lower - 1] == byte { lower -= 1 }
      let upper = endOfRun(of: byte, from: position + 1)
      if upper - lower >= least { return lower..<upper }
      first = upper
      position = upper + least - 1
    }
    return nil
  }

  private func endOfRun(of byte: UInt8, from start: Int) -> Int {
    let step = 1 << 20
    var end = start
    while end < count {
      if byte == 0, end - start >= 4096, part(end..<Swift.min(end + step, count))?.isZero == true {
        end = Swift.min(end + step, count)
        continue
      }
      let limit = Swift.min(count, end + 4096)
      while end < limit, self[end] == byte { end += 1 }
      if end < limit { break }
    }
    return end
  }

  /// Whether the file has nothing but a hole here, which reads as zeros.
  public var isHole: Bool {
    let holes = source.holes
    let next = holes.partitioningIndex { $0.lowerBound > range.lowerBound }
    return next > 0 && range.upperBound <= holes[next - 1].upperBound
  }

  /// Whether all of them are zeros. Only a little of a big file is in memory at a time, and holes
  /// are not read.
  public var isZero: Bool { isFilled(with: 0) }

  /// Whether all of them have this value, as ``isZero`` tells for 0.
  package func isFilled(with value: UInt8) -> Bool {
    guard count > 0 else { return true }
    guard self[0] == value else { return false }
    let step = 4 << 20
    for start in stride(from: 0, to: count, by: step) {
      guard let part = part(start..<Swift.min(start + step, count)) else { return false }
      if value == 0, part.isHole { continue }
      defer { if source.count > step { source.didRead(part.range) } }
      let isFilled = unsafe part.withUnsafeBytes { bytes in
        guard let first = bytes.baseAddress else { return true }
        // If each byte equals the next one, all are equal to the first.
        return unsafe bytes[0] == value && memcmp(first, first + 1, bytes.count - 1) == 0
      }
      guard isFilled else { return false }
    }
    return true
  }
}

/// A set of pairs of bytes, for fast searches.
public struct BytePairs: Sendable {
  /// Whether each pair is in the set, by its value as a big-endian number of 16 bits.
  private var isIn = [Bool](repeating: false, count: 1 << 16)

  public init() {}

  /// Adds pairs, as big-endian numbers.
  public mutating func insert(_ pairs: ClosedRange<UInt16>) {
    for pair in pairs { isIn[Int(pair)] = true }
  }

  /// Whether a pair is in the set.
  public func contains(_ pair: UInt16) -> Bool { isIn[Int(pair)] }

  /// The first offset from `start` on where a pair of the set begins; nil if there is none.
  public func firstOffset(in data: Bytes, from start: Int) -> Int? {
    let step = 1 << 20
    var start = Swift.max(0, start)
    while start + 1 < data.count {
      // A window has one byte of the next one.
      let end = Swift.min(start + step + 1, data.count)
      guard let window = data.part(start..<end) else { return nil }
      let offset = unsafe window.withUnsafeBytes { bytes -> Int? in
        unsafe isIn.withUnsafeBufferPointer { isIn in
          // The window has at least two bytes, and the table an entry for each pair.
          var pair = Int(unsafe bytes[0])
          for index in 1..<bytes.count {
            pair = (pair & 0xFF) << 8 | Int(unsafe bytes[index])
            if unsafe isIn[pair] { return index - 1 }
          }
          return nil
        }
      }
      if let offset { return start + offset }
      start += step
    }
    return nil
  }
}
