import FieldCoding
import TimedText

/// The cues of a track or file of texts, as a stream has them.
struct StreamTexts {
  let name: String
  let language: String?
  let title: String?
  let isDefault: Bool
  let cues: [Cue]

  /// The cues that are shown in each segment. A cue that continues in the next segments is in each of them.
  ///
  /// - Parameter starts: when the segments after the first begin, in ascending order.
  func segments(_ starts: [Double]) -> [[Cue]] {
    var segments: [[Cue]] = Array(repeating: [], count: starts.count + 1)
    var left = StreamTexts.mostRepeated
    for cue in cues {
      var index = starts.partitioningIndex { $0 > cue.start }
      repeat {
        segments[index].append(cue)
        index += 1
        left -= 1
      } while index < segments.count && starts[index - 1] < cue.end && left > 0
    }
    return segments
  }

  /// After so many, a cue is only in its first segment: a hostile file can have many that all last to the end.
  private static let mostRepeated = 1 << 20
}
