/// Appends big-endian integers of any width, and copies long stretches of a source by reference.
public struct ByteWriter: Sendable {
  /// A part of the output: new bytes, or bytes of a source that are copied when they are written.
  public enum Segment: Sendable {
    case new([UInt8])
    case copy(Bytes)

    public var count: Int {
      switch self {
      case .new(let bytes): bytes.count
      case .copy(let bytes): bytes.count
      }
    }
  }

  /// A stretch of the output that stands for bytes of a source.
  public struct Origin: Sendable {
    /// In the output.
    public var position: Int
    public var count: Int
    public var bytes: Bytes
    /// Whether it is those bytes; otherwise it takes their place.
    public var isCopy: Bool
    /// Whether it is other bytes of the same number, each in the place of one of those.
    public var isExchange = false
  }
  /// Where what was written comes from, by position; stretches that take the place of others stand
  /// after what is in them.
  public private(set) var origins: [Origin] = []

  private var finished: [Segment] = []
  private var finishedCount = 0
  private var tail: [UInt8] = []
  /// How many bits of the last byte are used; 0 when the next write starts a new byte.
  private var used = 0

  public init() {}

  public var count: Int { finishedCount + tail.count }
  public var isAligned: Bool { used == 0 }
  var bitOffset: Int { used == 0 ? count * 8 : count * 8 - 8 + used }

  /// What was written, in order.
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

  public mutating func write(_ more: some Sequence<UInt8>) {
    precondition(isAligned, "bytes are written on byte boundaries")
    tail += more
  }

  /// Bytes worth a segment of their own are not copied until they are written out.
  public mutating func write(_ bytes: Bytes) {
    precondition(isAligned, "bytes are written on byte boundaries")
    note(copyOf: bytes)
    if bytes.count < 4096 {
      tail += bytes
    } else {
      append([.copy(bytes)])
    }
  }

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

  /// What was written from `position` on takes the place of `bytes`.
  public mutating func note(replacing bytes: Bytes, from position: Int) {
    origins.append(
      Origin(position: position, count: count - position, bytes: bytes, isCopy: false))
  }

  /// Other bytes of the same number in the place of `old`.
  public mutating func write(_ bytes: Bytes, inPlaceOf old: Bytes) {
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
