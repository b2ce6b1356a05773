/// Bits per second of segments, as playlists state them (RFC 8216 §4.1, §4.3.4.2).
package struct PlaylistBitRate: Equatable, Sendable {
  /// The highest rate of consecutive segments that last together between half and one and a half of the target
  /// duration; the rate of all of them if there are none.
  package var peak = 0
  /// The rate of all segments.
  package var average = 0

  /// - Parameters:
  ///   - segments: how many bytes they have, and how many seconds they last, in their order.
  ///   - target: the target duration, in seconds.
  package init(_ segments: [(bytes: Int, seconds: Double)], target: Double) {
    let bytes = segments.reduce(0) { $0 + $1.bytes }
    let seconds = segments.reduce(0) { $0 + $1.seconds }
    average = PlaylistBitRate.rate(bytes, seconds)
    var most: Int?
    let parts = PlaylistBitRate.joined(segments, shortest: max(0.001, target / 100))
    for first in parts.indices {
      var sum = (bytes: 0, seconds: 0.0)
      for segment in parts[first...] {
        sum = (sum.bytes + segment.bytes, sum.seconds + segment.seconds)
        if sum.seconds > 1.5 * target { break }
        if sum.seconds >= 0.5 * target {
          most = max(most ?? 0, PlaylistBitRate.rate(sum.bytes, sum.seconds))
        }
      }
    }
    peak = max(most ?? average, average)
  }

  /// Very short segments are joined with those after them, so that few are compared at a time.
  private static func joined(
    _ segments: [(bytes: Int, seconds: Double)], shortest: Double
  ) -> [(bytes: Int, seconds: Double)] {
    var joined: [(bytes: Int, seconds: Double)] = []
    for segment in segments {
      if let last = joined.last, last.seconds < shortest {
        joined[joined.count - 1] = (last.bytes + segment.bytes, last.seconds + segment.seconds)
      } else {
        joined.append(segment)
      }
    }
    return joined
  }

  private static func rate(_ bytes: Int, _ seconds: Double) -> Int {
    seconds > 0 ? Int(min((Double(bytes) * 8 / seconds).rounded(.up), 1e15)) : 0
  }

  package init() {}

  /// Both together, played at the same time.
  package static func + (one: PlaylistBitRate, other: PlaylistBitRate) -> PlaylistBitRate {
    var sum = one
    (sum.peak, sum.average) = (one.peak + other.peak, one.average + other.average)
    return sum
  }

  /// The highest peak and the highest average.
  package static func most(of rates: [PlaylistBitRate]) -> PlaylistBitRate {
    rates.reduce(into: PlaylistBitRate()) {
      ($0.peak, $0.average) = (max($0.peak, $1.peak), max($0.average, $1.average))
    }
  }
}
