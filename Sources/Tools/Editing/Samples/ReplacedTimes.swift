import ISOBMFF

/// The decoding times of new samples, which are not after their composition times (ISO/IEC 14496-12 §8.6.1).
package struct ReplacedTimes {
  /// The times in decoding order, from 0, in the track's timescale; the last value is the end of the last sample.
  package private(set) var decodeTimes: [Int64]
  /// The number that is added to composition times, because tables begin at 0 and offsets are not negative.
  package private(set) var shift: Int64

  /// Uses the sorted composition times as decoding times, so that each sample has the duration of a frame.
  ///
  /// - Parameters:
  ///   - end: the end of the last sample in composition time; nil if its duration determines it.
  ///   - delay: the least number that is added to composition times.
  package init(_ samples: [NewSample], endingAt end: Int64? = nil, shiftedBy delay: Int64 = 0) {
    let shown = samples.sorted { $0.compositionTime < $1.compositionTime }
    let first = shown.first?.compositionTime ?? 0
    decodeTimes = shown.map { $0.compositionTime.subtractingSaturating(first) }
    let stated = shown.last.map { $0.compositionTime.addingSaturating(max(0, $0.duration)) }
    let stop = (end ?? stated ?? first).subtractingSaturating(first)
    shift = max(0, delay)
    for (sample, decodeTime) in zip(samples, decodeTimes) {
      shift = max(shift, decodeTime.subtractingSaturating(sample.compositionTime))
    }
    // Samples that follow are composed later by the same number, and keep their offsets.
    decodeTimes.append(
      end == nil ? stop : stop.addingSaturating(shift.subtractingSaturating(delay)))
  }

  /// Makes samples be decoded earlier, so that no one of them lasts beyond the end of the last: its duration is the time
  /// until the next is decoded, and players show it for as long.
  package mutating func endTogether(_ samples: [NewSample]) {
    guard let first = samples.map(\.compositionTime).min(), let end = decodeTimes.last else {
      return
    }
    for (number, sample) in samples.enumerated() {
      let left = end.subtractingSaturating(sample.compositionTime.subtractingSaturating(first))
      let latest = decodeTimes[number].addingSaturating(max(1, left))
      decodeTimes[number + 1] = min(decodeTimes[number + 1], latest)
    }
  }
}
