extension Bytes {
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
}
