package import ISOBMFF
package import Text

/// The configuration of Dolby Vision (Dolby Vision Streams Within the ISO Base Media File Format).
package struct DolbyVisionSummary {
  private let box: DOVIConfigurationBox

  init?(_ boxes: [Box]) {
    guard let box = boxes.first(DOVIConfigurationBox.self) else { return nil }
    self.box = box
  }

  /// `8.4`: the profile, and for those with a base layer that others can show, what that is.
  package var profile: String {
    [4, 7, 8, 9, 10].contains(box.profile)
      ? "\(box.profile).\(box.baseLayerCompatibilityID)" : "\(box.profile)"
  }

  /// The format that a player without Dolby Vision can show: `HDR10`. Nil if it would show wrong colours.
  package var baseLayer: String? {
    switch box.baseLayerCompatibilityID {
    case 1, 6: "HDR10"
    case 2: "SDR"
    case 4: "HLG"
    default: nil
    }
  }

  /// `Dolby Vision profile 8.4, level 4; players without it show HLG`
  package var text: String {
    let others = baseLayer.map { "show \($0)" } ?? "show wrong colours"
    let layers = box.hasEnhancementLayer ? ", with an enhancement layer" : ""
    return
      "Dolby Vision profile \(profile), level \(box.level)\(layers); players without it \(others)"
  }

  package var value: JSONValue {
    .object([
      ("profile", .int(Int(box.profile))), ("level", .int(Int(box.level))),
      ("compatibility", .int(Int(box.baseLayerCompatibilityID))), ("baseLayer", .string(baseLayer)),
      ("hasEnhancementLayer", .bool(box.hasEnhancementLayer)), ("hasMetadata", .bool(box.hasRPU)),
    ])
  }

  /// `dvh1.05.06`; nil for a sample entry that players without Dolby Vision know.
  package func codec(_ entry: FourCC) -> String? {
    ["dvh1", "dvhe", "dva1", "dvav", "dav1"].contains(entry) ? string(entry) : nil
  }

  /// `dvh1.08.04/db4h`, for a sample entry that players without Dolby Vision know (HLS,
  /// SUPPLEMENTAL-CODECS); nil for others, or if they cannot show it.
  package func supplementalCodec(for entry: FourCC) -> String? {
    let entries: [FourCC: FourCC] = [
      "hvc1": "dvh1", "hev1": "dvhe", "avc1": "dva1", "avc3": "dvav", "av01": "dav1",
    ]
    let brands: [UInt8: String] = [1: "db1p", 2: "db2g", 4: "db4h", 6: "db1p"]
    guard let entry = entries[entry], let brand = brands[box.baseLayerCompatibilityID] else {
      return nil
    }
    return "\(string(entry))/\(brand)"
  }

  private func string(_ entry: FourCC) -> String {
    "\(entry).\(zeroPadded(box.profile, to: 2)).\(zeroPadded(box.level, to: 2))"
  }
}
