import AVC
import ISOBMFF
import Movie

/// Captions inside the frames, and not in a separate track (ATSC A/53 Part 4).
struct CaptionSummary {
  /// `CEA-608`, `CEA-708`
  let kinds: [String]

  /// Nil for a sample without captions.
  ///
  /// - Parameter boxes: those of the sample entry.
  init?(in sample: Bytes, _ boxes: [Box]) {
    var types: Set<UInt8> = []
    for message in SampleMessageSummary(sample, boxes).messages {
      guard let data = try? message.content(as: UserDataRegistered.self),
        case .atsc(let user) = data.content, case .captions(let captions) = user.content
      else { continue }
      types.formUnion(captions.packets.filter(\.isValid).map(\.type))
    }
    // Two fields of the older captions, and packets of the newer ones.
    kinds =
      (types.isDisjoint(with: [0, 1]) ? [] : ["CEA-608"])
      + (types.isDisjoint(with: [2, 3]) ? [] : ["CEA-708"])
    if kinds.isEmpty { return nil }
  }

  /// `captions in the frames: CEA-608, CEA-708`
  var text: String { "captions in the frames: \(kinds.joined(separator: ", "))" }
}
