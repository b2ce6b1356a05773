import Platform

extension Bytes {
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
}
