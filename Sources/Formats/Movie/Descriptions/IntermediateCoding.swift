import ISOBMFF

/// What the sample entries of codecs for editing say of their frames, which have no parameter sets.
struct IntermediateCoding {
  /// `HQX`; nil if the sample entry is the profile.
  private(set) var profile: String?
  /// The number of bits of a sample; nil if only the frames state it.
  private(set) var bitDepth: Int?
  private(set) var chroma = "4:2:2"

  /// Nil for other codecs.
  init?(_ type: FourCC, _ boxes: [Box]) {
    switch type {
    case "apco", "apcs", "apcn", "apch": bitDepth = 10
    case "ap4h", "ap4x": (bitDepth, chroma) = (12, "4:4:4")
    case "AVdh":
      guard let kind = boxes.first(AvidHighResolutionBox.self)?.compressionID else { return nil }
      // SMPTE ST 2019-1, table 1. HQX and 444 have 10 or 12 bits.
      profile = [1270: "444", 1271: "HQX", 1272: "HQ", 1273: "SQ", 1274: "LB"][kind]
      bitDepth = [1272: 8, 1273: 8, 1274: 8][kind]
      if kind == 1270 { chroma = "4:4:4" }
    case "AVdn":
      guard let kind = boxes.first(AvidResolutionBox.self)?.compressionID else { return nil }
      bitDepth = [1235, 1241, 1250, 1256].contains(kind) ? 10 : 8
      if kind == 1256 { chroma = "4:4:4" }
    default: return nil
    }
  }
}
