/// Appends big-endian integers of any width, and copies long stretches of a source by reference.
public struct ByteWriter: Sendable {
  /// A part of the output: new bytes, or bytes of a source that are copied when they are written.
  public enum Segment: Sendable {
    /// Bytes in memory, written for this output.
    case new([UInt8])
    /// Bytes of a source, which are not copied before the output is written out.
    case copy(Bytes)

    /// The number of bytes.
    public var count: Int {
      switch self {
      case .new(let bytes): bytes.count
      case .copy(let bytes): bytes.count
      }
    }
  }

  /// A range of the output that replaces or copies bytes of a source.
  public struct Origin: Sendable {
    /// The offset of the first byte of the range in the output.
    public var position: Int
    /// The number of bytes of the range in the output.
    public var count: Int
    /// The bytes of the source that the range copies or replaces. Their number differs from `count`
    /// where the range replaces more or fewer bytes.
    public var bytes: Bytes
    /// Whether the range is a copy of those bytes. Otherwise it replaces them.
    public var isCopy: Bool
    /// Whether the range has as many bytes as the source, and replaces them one by one.
    public var isExchange = false
  }
  /// The origins of the written bytes, by position; a range that replaces other bytes comes after the ranges
  /// inside it.
  public private(set) var origins: [Origin] = []

  /// Why bytes that were copied are not those of their source; see ``ByteSource/problem``.
  package var problem: String? {
    var sources: [ObjectIdentifier: ByteSource] = [:]
    for origin in origins { sources[ObjectIdentifier(origin.bytes.source)] = origin.bytes.source }
    return sources.values.firstNonNil(\.problem)
  }

  private var finished: [Segment] = []
  private var finishedCount = 0
  private var tail: [UInt8] = []
  /// The number of used bits of the last byte; 0 if the next write starts a new byte.
  private var used = 0

  public init() {}

  /// The number of written bytes, including an incomplete one.
  public var count: Int { finishedCount + tail.count }
  /// Whether the next bit that is written is the first of a byte.
  public var isAligned: Bool { used == 0 }
  var bitOffset: Int { used == 0 ? count * 8 : count * 8 - 8 + used }

  /// The written bytes, in order.
  public var segments: [Segment] { tail.isEmpty ? finished : finished + [.new(tail)] }

  /// All of it in memory.
  public var bytes: [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(count)
    for segment in segments {
      switch segment {
      case .new(let bytes): all += bytes
      // Far quicker than byte by byte; the memory is read during the call.
      case .copy(let bytes): unsafe bytes.withUnsafeBytes { unsafe all.append(contentsOf: $0) }
      }
    }
    return all
  }

  /// Writes the low `count` bits of `value`, 0 to 64 of them, the highest first.
  public mutating func write(_ value: UInt64, bits count: Int) {
    var left = count
    while left > 0 {
      if used == 0 { tail.append(0) }
      let taken = min(8 - used, left)
      let chunk = UInt8(truncatingIfNeeded: value >> UInt64(left - taken)) & (0xFF >> (8 - taken))
      tail[tail.count - 1] |= chunk << (8 - used - taken)
      used = (used + taken) & 7
      left -= taken
    }
  }

  /// Writes bytes one after the other. The writer has to be on a byte boundary.
  public mutating func write(_ more: some Sequence<UInt8>) {
    precondition(isAligned, "bytes are written on byte boundaries")
    tail += more
  }

  /// Bytes worth a segment of their own are not copied until they are written out.
  public mutating func write(_ bytes: Bytes) {
    guard bytes.count < ByteWriter.worthSegment else { return write(uncopied: bytes) }
    precondition(isAligned, "bytes are written on byte boundaries")
    note(copyOf: bytes)
    tail += bytes
  }

  /// Fewer bytes are not worth a segment of their own.
  public static let worthSegment = 4096

  /// Writes bytes as a segment of their own, even if they are few, because many of them together are long, such as
  /// samples.
  public mutating func write(uncopied bytes: Bytes) {
    precondition(isAligned, "bytes are written on byte boundaries")
    note(copyOf: bytes)
    append([.copy(bytes)])
  }

  /// Writes all that `other` has written, whose origins move along. Both have to be on byte
  /// boundaries.
  public mutating func write(_ other: ByteWriter) {
    precondition(isAligned && other.isAligned, "bytes are written on byte boundaries")
    let start = count
    origins += other.origins.map {
      var origin = $0
      origin.position += start
      return origin
    }
    if other.finished.isEmpty { tail += other.tail } else { append(other.segments) }
  }

  /// Records that the bytes written from `position` on replace `bytes`.
  public mutating func note(replacing bytes: Bytes, from position: Int) {
    origins.append(
      Origin(position: position, count: count - position, bytes: bytes, isCopy: false))
  }

  /// Writes `bytes` instead of as many bytes `old`. The writer has to be on a byte boundary.
  public mutating func write(_ bytes: Bytes, replacing old: Bytes) {
    precondition(bytes.count == old.count, "bytes are exchanged for as many")
    let position = count
    write(bytes)
    origins.append(
      Origin(position: position, count: bytes.count, bytes: old, isCopy: false, isExchange: true))
  }

  private mutating func note(copyOf bytes: Bytes) {
    guard !bytes.isEmpty else { return }
    if let last = origins.last, last.isCopy, last.position + last.count == count,
      last.bytes.source === bytes.source, last.bytes.range.upperBound == bytes.range.lowerBound
    {
      origins[origins.count - 1].count += bytes.count
      origins[origins.count - 1].bytes = Bytes(
        source: bytes.source, range: last.bytes.range.lowerBound..<bytes.range.upperBound)
    } else {
      origins.append(Origin(position: count, count: bytes.count, bytes: bytes, isCopy: true))
    }
  }

  private mutating func append(_ segments: [Segment]) {
    if !tail.isEmpty {
      finished.append(.new(tail))
      finishedCount += tail.count
      tail = []
    }
    finished += segments
    finishedCount += segments.reduce(0) { $0 + $1.count }
  }

  /// `ue(v)`: an unsigned Exp-Golomb code (ITU-T H.265 §9.2).
  public mutating func writeExpGolomb(_ value: UInt64) {
    let bits = 64 - (value + 1).leadingZeroBitCount
    write(0, bits: bits - 1)
    write(value + 1, bits: bits)
  }
}

extension ByteWriter {
  /// Parts of the written bytes, each as a separate writer.
  ///
  /// - Parameter ranges: ranges of written bytes, in ascending order and without overlaps.
  public func parts(_ ranges: [Range<Int>]) -> [ByteWriter] {
    var parts: [ByteWriter] = []
    parts.reserveCapacity(ranges.count)
    let segments = segments
    // The segment that has the next byte, and its start.
    var (index, start) = (0, 0)
    for range in ranges {
      var part = ByteWriter()
      while index < segments.count, start < range.upperBound {
        let segment = segments[index]
        let end = start + segment.count
        let wanted = range.clamped(to: start..<end)
        if !wanted.isEmpty {
          part.write(segment, from: wanted.lowerBound - start, count: wanted.count)
        }
        guard end <= range.upperBound else { break }
        (index, start) = (index + 1, end)
      }
      parts.append(part)
    }
    return parts
  }

  private mutating func write(_ segment: Segment, from start: Int, count: Int) {
    switch segment {
    case .new(let bytes): write(bytes[start..<start + count])
    case .copy(let bytes): if let bytes = bytes.part(start..<start + count) { write(bytes) }
    }
  }

  /// Whether the written bytes are those of a file.
  package func isSame(as file: Bytes) -> Bool {
    guard file.count == count else { return false }
    var position = 0
    return segments.allSatisfy { segment in
      let part = file.part(position..<position + segment.count)
      position += segment.count
      return switch segment {
      case .new(let bytes): part?.elementsEqual(bytes) == true
      case .copy(let bytes): part == bytes
      }
    }
  }
}
