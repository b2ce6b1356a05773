/// The times of samples at a constant rate, rounded as a camera rounds them: many count in milliseconds, whatever the
/// timescale is.
struct SampleClock: Sendable {
  /// Ticks of a sample.
  var rate: Double = 0
  /// The ticks of which times are multiples.
  private var unit: Double = 1
  /// What is added before times are rounded down, in units.
  private var phase: Double = 0.5

  /// The start of a sample; the first has the number 0.
  func time(of number: Int) -> Int64 {
    let units = (rate * Double(number) / unit + phase).rounded(.down)
    return Int64(exactly: units * unit) ?? .max
  }

  /// Frames a second of cameras.
  private static let usualRates: [Double] =
    [24, 25, 30, 48, 50, 60, 100, 120, 200, 240].flatMap { [$0, $0 * 1000 / 1001] }

  /// Chooses the rate and the rounding that give most of the times of the reference.
  ///
  /// - Parameter durations: the durations of samples in order; those of gaps are left out.
  mutating func fit(to durations: [Int64], timescale: UInt32) {
    let common = durations.reduce(0) { greatestCommonDivisor($0, $1) }
    let units = Set([1, Double(max(1, common))])
    let rates =
      [rate]
      + SampleClock.usualRates.map { Double(timescale) / $0 }
      .filter { abs($0 - rate) * 1000 < rate }
    var best = (count: -1, clock: self)
    for rate in rates {
      for unit in units.sorted() {
        for phase in [0.5, 0, 1 - 1e-6] {
          var clock = SampleClock()
          (clock.rate, clock.unit, clock.phase) = (rate, unit, phase)
          let count = clock.count(of: durations)
          if count > best.count { best = (count, clock) }
        }
      }
    }
    self = best.clock
  }

  /// The number of samples that start when they should.
  private func count(of durations: [Int64]) -> Int {
    var (time, count) = (Int64(0), 0)
    for (number, duration) in durations.enumerated() {
      if self.time(of: number) == time { count += 1 }
      time += duration
    }
    return count
  }
}
