import FieldCoding

extension BoxFile {
  /// Overwrites bytes of boxes without fields, and bytes after the last box, with zeros. Nothing moves.
  ///
  /// - Parameter ranges: ranges in the file that was read, within the payloads of boxes such as `mdat`, `idat` and
  ///   `free`.
  /// - Returns: whether all of them still exist. If not, some of them are zeros now.
  public mutating func erase(_ ranges: [Range<Int>]) -> Bool {
    let wanted = ranges.joined
    var erased = boxes.erase(wanted)
    if !trailing.isEmpty {
      let offset = trailing.fileOffset
      var changed = Array(trailing)
      for range in wanted.overlapping(offset..<offset + trailing.count) {
        let part = range.lowerBound - offset..<range.upperBound - offset
        changed.replaceSubrange(part, with: repeatElement(0, count: part.count))
        erased += part.count
      }
      if !changed.elementsEqual(trailing) { trailing = Bytes(changed) }
    }
    return erased == wanted.reduce(0) { $0 + $1.count }
  }
}

extension [Box] {
  /// - Returns: how many bytes are zeros now.
  fileprivate mutating func erase(_ ranges: [Range<Int>]) -> Int {
    var erased = 0
    for index in indices {
      guard let origin = self[index].origin else { continue }
      let offset = origin.fileOffset
      let inside = ranges.overlapping(offset..<offset + origin.count)
      guard !inside.isEmpty else { continue }
      if self[index].pieces.isEmpty {
        var children = self[index].children
        let count = children.erase(inside)
        if count > 0 { self[index].children = children }
        erased += count
      } else {
        let done = self[index].splice { range in
          inside.overlapping(range).map {
            Replacement(old: $0, new: Bytes([UInt8](repeating: 0, count: $0.count)))
          }
        }
        erased += done.bytes
      }
    }
    return erased
  }
}

extension [Range<Int>] {
  /// The ranges in order; adjacent and overlapping ranges are joined.
  package var joined: [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// The parts of these ranges inside `whole`. The ranges have to be in order, and must not overlap.
  package func overlapping(_ whole: Range<Int>) -> [Range<Int>] {
    let first = partitioningIndex { $0.upperBound > whole.lowerBound }
    return self[first...].prefix { $0.lowerBound < whole.upperBound }
      .map { $0.clamped(to: whole) }.filter { !$0.isEmpty }
  }

  /// The parts of `whole` outside these ranges. The ranges have to be in order, and must not overlap.
  package func gaps(in whole: Range<Int>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var position = whole.lowerBound
    for range in overlapping(whole) {
      if position < range.lowerBound { gaps.append(position..<range.lowerBound) }
      position = range.upperBound
    }
    if position < whole.upperBound { gaps.append(position..<whole.upperBound) }
    return gaps
  }
}
