import ISOBMFF

/// A sample, and a time at which it is presented.
public struct ShownSample: Sendable {
  /// The index of the sample in decoding order, from 0.
  public var sample: Int
  /// The time at which it is presented.
  public var time: EditList.Time
  /// The end of the edit that presents it, in the movie's timescale.
  public var end: Int64
}

extension Track {
  /// The samples in the order in which they are presented, according to their times and the edit list
  /// (ISO/IEC 14496-12 §8.6). A sample that is presented several times occurs several times. Nil if the track
  /// does not state its times, or if there are more than `most`.
  public func shownSamples(most: Int) -> [ShownSample]? {
    guard timescale > 0, mediaDuration > 0, sampleCount > 0, sampleCount <= most,
      samples.count == sampleCount
    else { return nil }
    let media = samples.map { (time: $0.compositionTime, sample: $0.index) }
      .sorted { ($0.time, $0.sample) < ($1.time, $1.sample) }
    let edits = editList.edits
    guard !edits.isEmpty else {
      return media.compactMap { frame in
        // A negative presentation time becomes the start.
        editList.times(ofMedia: max(0, frame.time), atMost: 1).first.map {
          ShownSample(sample: frame.sample, time: $0, end: .max)
        }
      }
    }
    guard edits.count <= Track.mostEdits else { return nil }
    var shown: [ShownSample] = []
    for edit in edits where edit.mediaTime != nil {
      let end = edit.duration.map { edit.start.addingSaturating($0) } ?? .max
      for frame in media {
        guard let time = editList.time(ofMedia: frame.time, in: edit) else { continue }
        shown.append(ShownSample(sample: frame.sample, time: time, end: end))
      }
      guard shown.count <= most else { return nil }
    }
    return shown
  }

  /// The most edits, because each is searched for among all samples.
  private static let mostEdits = 64
}
