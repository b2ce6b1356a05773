import ISOBMFF
public import Movie

/// When the frames of a video track are shown, by its times and its edit list (ISO/IEC 14496-12 §8.6).
public struct FrameTimes: Sendable {
  /// The times in the movie's timescale, in the order in which frames are shown. A time that falls
  /// between two ticks is that of the later one.
  public let ticks: [Int64]
  /// Which samples of the track they are, from 0 in decoding order.
  public let samples: [Int]

  /// No still is chosen among more frames than these.
  private static let frameLimit = 1 << 20
  private static let editLimit = 64

  /// The times of a track. Nil if it does not say them, or has more frames than any Live Photo.
  public init?(_ track: Track) {
    guard track.timescale > 0, track.mediaDuration > 0, track.sampleCount > 0,
      track.sampleCount <= FrameTimes.frameLimit,
      track.samples.count == track.sampleCount
    else { return nil }
    let media = track.samples.map { (time: $0.compositionTime, sample: $0.index) }
      .sorted { ($0.time, $0.sample) < ($1.time, $1.sample) }
    let edits = track.editList.edits
    guard edits.count <= FrameTimes.editLimit else { return nil }
    var shown: [(tick: Int64, sample: Int)] = []
    func show(_ time: EditList.Time?, until end: Int64 = .max, _ sample: Int) {
      if let tick = time?.ticks, tick < end { shown.append((tick, sample)) }
    }
    for frame in media where edits.isEmpty {
      // What would be shown before the start is shown there.
      show(track.editList.times(ofMedia: max(0, frame.time)).first, frame.sample)
    }
    for edit in edits {
      let end = edit.duration.map { edit.start.addingSaturating($0) } ?? .max
      for frame in media {
        show(track.editList.time(ofMedia: frame.time, in: edit), until: end, frame.sample)
      }
      guard shown.count <= FrameTimes.frameLimit else { return nil }
    }
    ticks = shown.map(\.tick)
    samples = shown.map(\.sample)
  }

  /// The number of the frame that is shown at a time, from 0; nil before the first.
  func frame(at tick: Int64) -> Int? {
    let after = ticks.firstIndex { $0 > tick } ?? ticks.count
    return after > 0 ? after - 1 : nil
  }
}
