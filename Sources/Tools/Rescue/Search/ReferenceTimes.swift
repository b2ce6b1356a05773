import FieldCoding
import ISOBMFF
import Movie

/// The times of the samples of a track of the reference, as far as they apply to other recordings.
struct ReferenceTimes: Sendable {
  /// The duration of most samples, in the track's timescale; 0 if it has none.
  private(set) var usualDuration: Int64 = 0
  /// The percentage of samples with about this duration.
  private(set) var usualShare = 0
  /// The average duration of samples: that of samples whose duration is near the usual one, if most samples are.
  var rate: Double { clock.rate }
  /// The times of samples that last about as long as most.
  private(set) var clock = SampleClock()
  /// The number of samples that were used.
  private(set) var sampleCount = 0
  /// The composition offset of the first sample.
  private(set) var firstOffset: Int64 = 0
  /// Whether any sample is composed at another time than it is decoded.
  private(set) var hasOffsets = false
  /// Kinds of frames that are sync samples; nil if all samples are.
  private(set) var syncKinds: Set<Int>?

  /// More samples tell nothing new.
  private static let mostSamples = 1 << 14

  /// - Parameters:
  ///   - finder: the method for finding its samples.
  ///   - learned: the learned properties, to which the kinds of frames that are sync samples are added.
  ///   - bytes: the bytes of the reference; nil if only the learned properties were kept.
  init(
    _ track: Track, _ finder: ReferenceTrack.Finder, _ learned: inout LearnedSamplesBox?,
    in bytes: Bytes
  ) {
    var durations: [Int64: Int] = [:]
    var inOrder: [Int64] = []
    var kinds = PictureKinds(finder)
    var hasOther = false
    for sample in track.samples {
      guard sampleCount < ReferenceTimes.mostSamples else { break }
      if sampleCount == 0 { firstOffset = sample.compositionOffset }
      sampleCount += 1
      inOrder.append(sample.duration)
      if durations.count < 4096 || durations[sample.duration] != nil {
        durations[sample.duration, default: 0] += 1
      }
      if sample.compositionOffset != 0 { hasOffsets = true }
      if !sample.isSync { hasOther = true }
      kinds?.add(sample, in: bytes)
    }
    let most = durations.max { ($0.value, $1.key) < ($1.value, $0.key) }
    usualDuration = most?.key ?? 0
    setRate(durations, inOrder, timescale: track.timescale)
    if let found = kinds?.ofSyncSamples, !found.isEmpty { learned?.syncKinds = found }
    if hasOther { syncKinds = Set((learned?.syncKinds ?? []).map { Int($0) }) }
  }

  /// Whether samples last no time: they describe other samples.
  var areInstant: Bool { usualDuration == 0 && usualShare >= 90 }

  /// Times that are rounded to ticks last a tick more or less.
  private mutating func setRate(
    _ durations: [Int64: Int], _ inOrder: [Int64], timescale: UInt32
  ) {
    func isNear(_ duration: Int64) -> Bool {
      abs(duration - usualDuration) <= max(1, usualDuration / 25)
    }
    let near = durations.filter { isNear($0.key) }
    usualShare = near.values.reduce(0, +) * 100 / max(1, sampleCount)
    if near.count == 1, usualShare >= 50 {
      clock.rate = Double(usualDuration)
      return
    }
    let counted = usualShare >= 50 ? near : durations
    let sum = counted.reduce(0.0) { $0 + Double($1.key) * Double($1.value) }
    clock.rate = sum / Double(max(1, counted.values.reduce(0, +)))
    if usualShare >= 50 { clock.fit(to: inOrder.filter(isNear), timescale: timescale) }
  }
}

/// The kinds of frames that are sync samples.
private struct PictureKinds {
  private let reader: any LostSampleReader
  private var counts: [Int: (sync: Int, other: Int)] = [:]

  /// Nil if samples are not found by their syntax.
  init?(_ finder: ReferenceTrack.Finder) {
    guard case .reader(let reader) = finder else { return nil }
    self.reader = reader
  }

  mutating func add(_ sample: Sample, in bytes: Bytes) {
    // A sample can be missing in the file, or after its end.
    guard sample.fileRange.upperBound <= bytes.count,
      let kind = reader.answer(at: sample.fileRange.lowerBound, in: bytes).picture?.kind
    else { return }
    if sample.isSync {
      counts[kind, default: (0, 0)].sync += 1
    } else {
      counts[kind, default: (0, 0)].other += 1
    }
  }

  /// The kinds whose frames are mostly sync samples, in ascending order.
  var ofSyncSamples: [UInt16] {
    counts.filter { $0.value.sync > $0.value.other }.keys.sorted().map { UInt16(clamping: $0) }
  }
}

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
