import ISOBMFF

/// When new samples are decoded, so that each is decoded before it is composed (ISO/IEC 14496-12
/// §8.6.1).
struct ReplacedTimes {
  /// In decoding order, from 0 on, in the track's timescale; the last value is the end of the last sample.
  private(set) var decodeTimes: [Int64]
  /// What composition times are later than the samples state them, as tables begin at 0 and no offset
  /// is below 0.
  private(set) var shift: Int64

  /// Samples are decoded in their order at the times at which samples are composed: so each lasts as long
  /// as some picture is shown.
  ///
  /// - Parameters:
  ///   - end: when the last one ends to be composed; nil for when its duration says.
  ///   - delay: the least that composition times are later.
  init(_ samples: [NewSample], endingAt end: Int64? = nil, shiftedBy delay: Int64 = 0) {
    let shown = samples.sorted { $0.compositionTime < $1.compositionTime }
    let first = shown.first?.compositionTime ?? 0
    decodeTimes = shown.map { $0.compositionTime.subtractingSaturating(first) }
    let stated = shown.last.map { $0.compositionTime.addingSaturating(max(0, $0.duration)) }
    let stop = (end ?? stated ?? first).subtractingSaturating(first)
    shift = max(0, delay)
    for (sample, decodeTime) in zip(samples, decodeTimes) {
      shift = max(shift, decodeTime.subtractingSaturating(sample.compositionTime))
    }
    // What follows is composed as much later, and keeps its offset.
    decodeTimes.append(
      end == nil ? stop : stop.addingSaturating(shift.subtractingSaturating(delay)))
  }
}
