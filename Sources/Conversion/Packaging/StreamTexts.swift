import FieldCoding
import Movie

/// The cues of a track or file of texts, as a stream has them.
struct StreamTexts {
  let name: String
  let language: String?
  let title: String?
  let isDefault: Bool
  let cues: [Cue]
  /// The file with all of them.
  var documentName: String { name + ".ttml" }

  /// The cues of each segment. A cue that continues in the next segments is in each of them.
  ///
  /// - Parameter starts: the start times of the segments after the first, in ascending order.
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

  /// The most repetitions of cues. After that, a cue is only in its first segment, because a hostile file can have many
  /// cues that all last to the end.
  private static let mostRepeated = 1 << 20
}
