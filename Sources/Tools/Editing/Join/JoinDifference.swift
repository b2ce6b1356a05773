import FieldCoding
import ISOBMFF
import Movie

/// A difference because of which the samples of one movie cannot follow those of another.
struct JoinDifference {
  let text: String
  /// What makes the movies alike; nil if it is not sure that anything does.
  let remedy: Remedy?

  enum Remedy: Hashable {
    /// `boxwalk transcode` with these options.
    case transcoding(String)
    case leavingTracksOut
  }

  init(_ text: String, _ remedy: Remedy? = nil) { (self.text, self.remedy) = (text, remedy) }
}

extension [JoinDifference] {
  /// The differences, and a command that makes the movies alike, if there is one.
  var phrase: String {
    "it differs in \(listed(map(\.text)))" + (advice.map { "; \($0)" } ?? "")
  }

  private var advice: String? {
    let remedies = Set(map(\.remedy))
    guard !remedies.contains(nil) else { return nil }
    if remedies == [.leavingTracksOut] {
      return "boxwalk track FILE --drop NUMBER leaves a track out"
    }
    var options: [String] = []
    for case .transcoding(let option)? in remedies { options.append(option) }
    // Smaller frames have the compatible codec, too.
    if options.contains(where: { $0.hasPrefix("--preset") && $0 != JoinDifference.compatible }) {
      options.removeAll { $0 == JoinDifference.compatible }
    }
    guard remedies.count >= options.count, !remedies.contains(.leavingTracksOut) else { return nil }
    if options == [JoinDifference.audio] { options.append("--preset passthrough") }
    let names = options.sorted(by: >).joined(separator: " ")
    return "boxwalk transcode FILES \(names) -o FOLDER makes them alike"
  }
}

extension JoinDifference {
  static let compatible = "--preset compatible"
  static let audio = "--audio aac"

  /// What gives frames the same codec and size.
  static func remedy(
    _ one: VisualSampleEntry, _ other: VisualSampleEntry, haveSameColours: Bool
  ) -> Remedy? {
    let (sides, others) = ([one.width, one.height], [other.width, other.height])
    guard haveSameColours, Int(sides[0]) * Int(others[1]) == Int(sides[1]) * Int(others[0]) else {
      return nil
    }
    guard sides != others else { return .transcoding(compatible) }
    let least = (sides + others).min() ?? 0
    return [2160, 1080, 720, 540].first { $0 <= least }.map { .transcoding("--preset \($0)p") }
  }

  /// What gives audio the same codec: AAC has one or two channels then, and the rate stays.
  static func remedy(_ one: Box, _ other: Box) -> Remedy? {
    let (mine, theirs) = (form(ofAudio: one), form(ofAudio: other))
    return mine.rate == theirs.rate && min(2, mine.channels) == min(2, theirs.channels)
      ? .transcoding(audio) : nil
  }

  /// The rate and the channels of audio: those of the decoder, because sample entries of MP4 often state two channels
  /// for one.
  static func form(ofAudio box: Box) -> (rate: Int, channels: Int) {
    let entry = box[AudioSampleEntry.self]
    let coded = entry?.elementaryStream?.audioConfiguration
    return (
      coded?.samplesPerSecond.map { Int($0) } ?? Int(entry?.samplesPerSecond ?? 0),
      coded?.channelCount.map { Int($0) } ?? Int(entry?.channels ?? 0)
    )
  }
}
