import Platform

extension Bytes {
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
