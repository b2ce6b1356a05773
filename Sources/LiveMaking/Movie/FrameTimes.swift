import ISOBMFF
public import Movie

/// When the frames of a video track are shown, by its times and its edit list (ISO/IEC 14496-12 §8.6).
public struct FrameTimes: Sendable {
  /// In the movie's timescale, in the order in which they are shown. A time that falls between two
  /// ticks is that of the later one.
  public let ticks: [Int64]
  /// Which samples of the track they are, from 0 in decoding order.
  public let samples: [Int]

  /// Of more frames than these no still is chosen.
  private static let frameLimit = 1 << 20
  private static let editLimit = 64

  /// Nil if the track does not say, or has more frames than any Live Photo.
  public init?(_ track: Track, movieTimescale: UInt32) {
    let table = track.box.children.at("mdia", "minf", "stbl")
    guard let times = table.first(TimeToSampleBox.self)?.entries, track.timescale > 0,
      movieTimescale > 0, track.tableSampleCount > 0,
      track.tableSampleCount <= FrameTimes.frameLimit,
      let media = FrameTimes.mediaTimes(
        times, table.first(CompositionOffsetBox.self)?.entries, track.tableSampleCount)
    else { return nil }
    let scale = (media: Int64(track.timescale), movie: Int64(movieTimescale))
    guard let edits = track.edits, !edits.isEmpty else {
      // What would be shown before the start is shown there.
      let shown = media.compactMap { frame in
        FrameTimes.scale(max(0, frame.time), by: scale.movie, over: scale.media)
          .map { ($0, frame.sample) }
      }
      (ticks, samples) = (shown.map(\.0), shown.map(\.1))
      return
    }
    guard edits.count <= FrameTimes.editLimit else { return nil }
    var ticks: [Int64] = []
    var samples: [Int] = []
    var position: Int64 = 0
    for edit in 0..<edits.count {
      let (duration, start) = (edits[edit, 0], edits[edit, 1])
      guard duration >= 0, position.addingReportingOverflow(duration).overflow == false else {
        return nil
      }
      // The last edit may not say how long it is.
      let isOpen = duration == 0 && edit == edits.count - 1
      if start >= 0 {
        for frame in media where frame.time >= start {
          guard let tick = FrameTimes.scale(frame.time - start, by: scale.movie, over: scale.media),
            isOpen || tick < duration
          else { break }
          let (sum, overflow) = position.addingReportingOverflow(tick)
          guard !overflow else { return nil }
          ticks.append(sum)
          samples.append(frame.sample)
        }
        guard ticks.count <= FrameTimes.frameLimit else { return nil }
      }
      position += duration
    }
    self.ticks = ticks
    self.samples = samples
  }

  /// The number of the frame that is shown at a time, from 0; nil before the first.
  func frame(at tick: Int64) -> Int? {
    let after = ticks.firstIndex { $0 > tick } ?? ticks.count
    return after > 0 ? after - 1 : nil
  }

  /// Composition times in the track's timescale, sorted, with their samples.
  private static func mediaTimes(
    _ times: FieldTable, _ offsets: FieldTable?, _ count: Int
  ) -> [(time: Int64, sample: Int)]? {
    var result: [Int64] = []
    result.reserveCapacity(count)
    var time: Int64 = 0
    for row in 0..<times.count {
      var left = times[row, 0]
      while left > 0, result.count < count {
        result.append(time)
        // 2^20 times 2^32.
        time += times[row, 1]
        left -= 1
      }
      if result.count == count { break }
    }
    guard result.count == count else { return nil }
    if let offsets {
      var index = 0
      for row in 0..<offsets.count where index < count {
        let end = min(Int64(index) + offsets[row, 0], Int64(count))
        while index < end {
          result[index] += offsets[row, 1]
          index += 1
        }
      }
    }
    return result.enumerated().map { (time: $1, sample: $0) }
      .sorted { ($0.time, $0.sample) < ($1.time, $1.sample) }
  }

  /// Rounded up; nil if no number is so big.
  private static func scale(_ time: Int64, by factor: Int64, over divisor: Int64) -> Int64? {
    let (product, overflow) = time.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    let quotient = product / divisor
    return product > quotient * divisor ? quotient + 1 : quotient
  }
}
