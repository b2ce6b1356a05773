/// The start times of segments: key frames of all variants, so that a player can switch between them.
struct SegmentTimes {
  /// The start times of the segments after the first, by variant, in seconds of the presentation, in ascending order.
  private(set) var starts: [[Double]]
  /// Whether all variants have key frames at the same times.
  private(set) var isAligned = true

  /// Key frames with a smaller distance count as simultaneous.
  private static let tolerance = 0.002

  /// - Parameters:
  ///   - keyTimes: the presentation times of key frames, by variant, in ascending order.
  ///   - end: the end of the last frame.
  ///   - seconds: the target duration of segments.
  init(_ keyTimes: [[Double]], end: Double, every seconds: Double) {
    let own = keyTimes.map { SegmentTimes.starts($0, end: end, every: seconds) }
    starts = own
    guard keyTimes.count > 1, let first = keyTimes.first else { return }
    let common = keyTimes.dropFirst().reduce(first) { SegmentTimes.common($0, $1) }
    let shared = SegmentTimes.starts(common, end: end, every: seconds)
    let usual = own.map { SegmentTimes.longest($0, to: end) }.max() ?? 0
    isAligned = SegmentTimes.longest(shared, to: end) <= max(usual, seconds) * 1.5
    if isAligned { starts = keyTimes.map { _ in shared } }
  }

  /// The start times for segments of other tracks: those of the first variant, continued up to an end.
  func starts(upTo end: Double, every seconds: Double) -> [Double] {
    var times = starts.first ?? []
    while times.count < 1 << 17 {
      let next = (times.last ?? 0) + seconds
      guard next + seconds / 2 < end else { break }
      times.append(next)
    }
    return times
  }

  /// The key frames whose distances are nearest to the target duration.
  private static func starts(
    _ times: [Double], end: Double, every seconds: Double
  ) -> [Double] {
    guard var last = times.first else { return [] }
    var starts: [Double] = []
    var before: Double?
    for time in times.dropFirst() + [end] {
      while let early = before, time >= last + seconds,
        last + seconds - early < time - last - seconds
      {
        starts.append(early)
        (last, before) = (early, nil)
      }
      if time < last + seconds {
        before = time
      } else if time < end {
        starts.append(time)
        (last, before) = (time, nil)
      }
    }
    return starts
  }

  private static func longest(_ starts: [Double], to end: Double) -> Double {
    zip([0] + starts, starts + [end]).map { $1 - $0 }.max() ?? 0
  }

  private static func common(_ one: [Double], _ other: [Double]) -> [Double] {
    var common: [Double] = []
    var index = 0
    for time in one {
      while index < other.count, other[index] < time - tolerance { index += 1 }
      if index < other.count, other[index] <= time + tolerance { common.append(time) }
    }
    return common
  }
}
