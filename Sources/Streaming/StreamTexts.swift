/// The cues of a track or file of texts, as a stream has them.
struct StreamTexts {
  let name: String
  let language: String?
  let title: String?
  let isDefault: Bool
  let cues: [Cue]

  /// The cues that are shown in each segment: one that goes on is in each of them.
  ///
  /// - Parameter starts: when the segments after the first begin, in ascending order.
  func segments(_ starts: [Double]) -> [[Cue]] {
    var segments: [[Cue]] = Array(repeating: [], count: starts.count + 1)
    for cue in cues {
      var index = SortedTimes.count(of: starts, upTo: cue.start)
      repeat {
        segments[index].append(cue)
        index += 1
      } while index < segments.count && starts[index - 1] < cue.end
    }
    return segments
  }
}

/// Times in ascending order.
enum SortedTimes {
  /// How many of them are not later than a time.
  static func count(of times: [Double], upTo time: Double) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
