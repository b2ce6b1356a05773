/// How many frames there are in a second.
package struct FrameRate: Sendable {
  /// The rate of most frames.
  package let usual: Double
  /// The greatest rate that several frames in a row have.
  package let greatest: Double

  /// How many times of frames are looked at.
  package static let mostFrames = 1000
  /// How many equal durations in a row are a rate.
  private static let run = 5

  /// Some writers let frames be decoded in bursts, so that durations of samples say nothing. Nil if there are fewer
  /// than two frames.
  ///
  /// - Parameter times: composition times, in any order; of ``mostFrames`` at most.
  package init?(_ times: [Int64], timescale: Double) {
    let sorted = times.prefix(FrameRate.mostFrames).sorted()
    // Frames that are only decoded for others are shown for a millisecond.
    let times =
      zip(sorted, sorted.dropFirst()).filter { Double($1 - $0) * 500 >= timescale }.map(\.0)
      + sorted.suffix(1)
    var counts: [Int64: Int] = [:]
    for (time, next) in zip(times, times.dropFirst()) {
      counts[next - time, default: 0] += 1
    }
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
      return nil
    }
    /// The average of durations that differ from one by rounding.
    func average(near duration: Double) -> Double {
      let near = counts.filter { abs(Double($0.key) - duration) <= max(1, duration / 50) }
      let count = near.values.reduce(0, +)
      guard count > 0 else { return duration }
      return near.reduce(0.0) { $0 + Double($1.key) * Double($1.value) } / Double(count)
    }
    usual = timescale / average(near: Double(most))
    // A part of a frame at the start, and times that are not even, say nothing of a rate.
    let durations = zip(times, times.dropFirst()).map { $1 - $0 }
    let runs = durations.indices.dropLast(FrameRate.run - 1).map {
      durations[$0..<$0 + FrameRate.run]
    }
    let fastest = runs.lazy
      .filter { run in
        let (least, most) = (run.min() ?? 0, run.max() ?? 0)
        return most - least <= max(1, least / 20)
      }
      .map { $0.reduce(0, +) }.min()
      .map { timescale / average(near: Double($0) / Double(FrameRate.run)) }
    greatest = max(usual, fastest ?? usual)
  }

  /// The same for a segment of a stream; nil if it has too few frames to say anything of the others.
  package init?(segment times: [Int64], timescale: Double) {
    guard times.count > FrameRate.run else { return nil }
    self.init(times, timescale: timescale)
  }
}
