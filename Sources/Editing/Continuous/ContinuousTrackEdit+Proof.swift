import ISOBMFF
import Movie

extension ContinuousTrackEdit {
  /// Whether a track has the samples of another one, in an order.
  ///
  /// - Parameters:
  ///   - order: the indices of the old samples, as ranges.
  ///   - place: returns the new offset of the bytes of a sample.
  static func isSame(
    _ old: Track, _ new: Track, in order: [Range<Int>], _ place: (Sample) -> Int?
  ) -> Bool {
    guard new.samples.count == order.reduce(0, { $0 + $1.count }) else { return false }
    var others = new.samples.makeIterator()
    for range in order {
      var count = 0
      for sample in old.samples.from(range.lowerBound).prefix(range.count) {
        count += 1
        guard let other = others.next(), sample.flags.isNonSync == other.flags.isNonSync,
          sample.descriptionIndex == other.descriptionIndex,
          sample.fileRange.count == other.fileRange.count,
          sample.fileRange.isEmpty || place(sample) == other.fileRange.lowerBound
        else { return false }
      }
      guard count == range.count else { return false }
    }
    return true
  }
}
