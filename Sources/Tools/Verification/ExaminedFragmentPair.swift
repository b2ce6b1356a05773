/// A fragment of a track that states its start, and the fragment of that track before it.
struct ExaminedFragmentPair {
  let trackID: UInt32
  /// The `tfdt` box.
  let box: ExaminedBox
  /// The start in units of the track, as are the two below.
  let start: UInt64
  let previousStart: UInt64
  let previousEnd: UInt64

  static func all(in file: ExaminedFile) -> [ExaminedFragmentPair] {
    var found: [ExaminedFragmentPair] = []
    var previous: [UInt32: (start: UInt64, end: UInt64)] = [:]
    for track in file.trackFragments {
      let last = previous[track.trackID]
      if let last, let (box, start) = track.decodeTime {
        found.append(
          ExaminedFragmentPair(
            trackID: track.trackID, box: box, start: start, previousStart: last.start,
            previousEnd: last.end))
      }
      // A fragment without a time starts where the one before ends.
      if let start = track.decodeTime?.value ?? last?.end {
        previous[track.trackID] = (start, start &+ track.duration)
      }
    }
    return found
  }
}
