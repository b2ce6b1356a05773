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
      case .copy(let bytes): all += bytes
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
    if bytes.count < 4096 {
      tail += bytes
    } else {
      append([.copy(bytes)])
    }
  }

  public mutating func write(_ other: ByteWriter) {
    precondition(isAligned && other.isAligned, "bytes are written on byte boundaries")
    if other.finished.isEmpty { tail += other.tail } else { append(other.segments) }
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
