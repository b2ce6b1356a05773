import ISOBMFF
import Movie

extension JoinedMovie {
  /// The number of samples up to its end in the new track.
  ///
  /// - Parameter id: the ID of the track of the first movie.
  func end(behind id: UInt32) -> Int? {
    starts[id].map { $0.sample + (tracks[id]?.samples.count ?? 0) }
  }

  /// Whether the samples of this movie that follow a track have the same bytes and times as before.
  ///
  /// - Parameter id: the ID of the track of the first movie.
  func isFound(behind id: UInt32, in new: Track, _ relocation: Relocation) -> Bool {
    guard let track = tracks[id] else { return true }
    guard let start = starts[id] else { return false }
    var others = new.samples.from(start.sample)
    var delay: Int64?
    for sample in track.samples {
      guard let other = others.next() else { return false }
      let time = start.scale.nearestTicks(sample.decodeTime)
      let first = delay ?? (other.decodeTime - time)
      delay = first
      let range = sample.fileRange
      let unchanged = self.start.unchanged(of: range)
      let shifted = unchanged.lowerBound + shift..<unchanged.upperBound + shift
      let offset = start.scale.nearestTicks(signed: sample.compositionOffset)
      guard other.decodeTime - time == first, other.compositionOffset == offset,
        other.flags.isNonSync == sample.flags.isNonSync,
        start.descriptions.indices.contains(sample.descriptionIndex - 1),
        other.descriptionIndex == start.descriptions[sample.descriptionIndex - 1],
        other.fileRange.count == range.count,
        range.isEmpty
          || relocation.newOffset(of: shifted)
            == other.fileRange.lowerBound + (unchanged.lowerBound - range.lowerBound)
      else { return false }
    }
    return true
  }
}
