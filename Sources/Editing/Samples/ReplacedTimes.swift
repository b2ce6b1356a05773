import ISOBMFF

/// When new samples are decoded, so that each is decoded before it is composed (ISO/IEC 14496-12
/// §8.6.1).
struct ReplacedTimes {
  /// In decoding order, from 0 on, in the track's timescale; behind the last stands when it ends.
  private(set) var decodeTimes: [Int64]
  /// What composition times are later than the samples state them, as tables begin at 0 and no offset
  /// is below 0.
  private(set) var shift: Int64

  /// Samples are decoded in their order at the times at which samples are composed: so each lasts as long
  /// as some picture is shown.
  init(_ samples: [NewSample]) {
    let shown = samples.sorted { $0.compositionTime < $1.compositionTime }
    let first = shown.first?.compositionTime ?? 0
    decodeTimes = shown.map { $0.compositionTime.subtractingSaturating(first) }
    if let last = shown.last, let start = decodeTimes.last {
      decodeTimes.append(start.addingSaturating(max(0, last.duration)))
    }
    shift = 0
    for (sample, decodeTime) in zip(samples, decodeTimes) {
      shift = max(shift, decodeTime.subtractingSaturating(sample.compositionTime))
    }
  }
}
