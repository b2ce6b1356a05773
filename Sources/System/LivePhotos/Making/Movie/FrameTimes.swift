public import Movie

/// The times at which the frames of a video track are shown, according to its times and its edit list
/// (ISO/IEC 14496-12 §8.6).
public struct FrameTimes: Sendable {
  /// The times in the movie's timescale, in the order in which frames are shown, rounded up to the next
  /// tick.
  public let ticks: [Int64]
  /// The indices of their samples, in decoding order from 0.
  public let samples: [Int]

  /// The most frames among which a still is chosen.
  private static let frameLimit = 1 << 20

  /// The times of a track. Nil if it does not state them, or has more frames than any Live Photo.
  public init?(_ track: Track) {
    guard let shown = track.shownSamples(most: FrameTimes.frameLimit) else { return nil }
    var (ticks, samples): ([Int64], [Int]) = ([], [])
    for frame in shown {
      guard let tick = frame.time.ticks, tick < frame.editEnd else { continue }
      ticks.append(tick)
      samples.append(frame.sample)
    }
    self.ticks = ticks
    self.samples = samples
  }

  /// The number of the frame that is shown at a time, from 0; nil before the first.
  func frame(at tick: Int64) -> Int? {
    let after = ticks.firstIndex { $0 > tick } ?? ticks.count
    return after > 0 ? after - 1 : nil
  }
}
