import HEVC
import ISOBMFF

extension Track {
  /// What the sample entries say of frames that containers without boxes do not get, as phrases.
  package var boxedDescriptions: [String] {
    let kinds: [(types: Set<FourCC>, text: String)] = [
      (["dvcC", "dvvC", "dvwC"], "the configuration of Dolby Vision"),
      (["mdcv", "SmDm"], "the colours of the mastering display"),
      (["clli", "CoLL"], "the light levels of the content"),
      (["clap"], "the part of the picture to show"),
      (["st3d", "sv3d", "vexu", "hfov"], "the description of the stereo or 360° view"),
    ]
    let boxes = sampleEntries.flatMap(\.children)
    let types = Set(boxes.map(\.type))
    let named = kinds.filter { !$0.types.isDisjoint(with: types) }.map(\.text)
    let known = Track.carriedDescriptions.union(kinds.flatMap(\.types))
    let others = types.subtracting(known).map(\.description).sorted().map { "the box '\($0)'" }
    return (named + others).map { "\($0) (track \(id))" }
  }

  /// Boxes in sample entries whose content other containers state in their own form, or that say nothing to a player.
  private static let carriedDescriptions: Set<FourCC> = [
    "avcC", "hvcC", "av1C", "vpcC", "esds", "glbl", "d263", "damr", "dac3", "dec3", "dOps", "dfLa",
    "alac", "wave", "chan", "chnl", "pcmC", "srat", "colr", "pasp", "fiel", "gama", "chrm", "btrt",
    "ftab", "ccst", "free", "skip", FourCC(rawValue: 0),
  ]

  /// Whether the track has frames of HEVC layers above the base layer: for the second eye, alpha, or more detail.
  package var hasFurtherLayers: Bool {
    let boxes = sampleEntries.compactMap { $0[VisualSampleEntry.self] }.flatMap(\.children)
    let record = boxes.first(HEVCConfigurationBox.self)?.record
    return boxes.contains { $0.type == "lhvC" }
      || record?.nalUnits.contains(where: HEVCDecoderConfigurationRecord.isOfFurtherLayer) == true
  }

  /// Its language, as a phrase; nil if it states none.
  package var namedLanguage: String? {
    guard let language, language != "und" else { return nil }
    return "the language '\(language)' of track \(id)"
  }

  /// Its title, as a phrase; nil if it has none.
  package var namedTitle: String? {
    guard let title, !title.isEmpty else { return nil }
    return "the title '\(title)' of track \(id)"
  }
}
