import ISOBMFF
import Text

/// The `codecs` parameter of a codec whose configuration is not a record of NAL units or open bitstream
/// units, and whose elementary stream has no descriptor (RFC 6381 and its additions).
struct CodecsParameter {
  /// `vp09.02.51.10.01.09.16.09.00`
  let text: String
  private(set) var profile: String?
  private(set) var level: String?

  /// Nil if it is only the type of the sample entry.
  init?(_ type: FourCC, _ boxes: [Box]) {
    if let box = boxes.first(MHAConfigurationBox.self) {
      // ISO/IEC 23008-3 §21: the profile and level as a hexadecimal number.
      text = "\(type).0x" + HexText.byte(box.profileLevelIndication).uppercased()
      let name = MHAConfigurationBox.profiles[UInt64(box.profileLevelIndication)]
      let words = name?.split(separator: ",") ?? []
      profile = words.first.map(String.init)
      level = words.last.map { String($0.split(separator: " ").last ?? $0) }
    } else if let box = boxes.first(AC4SpecificBox.self) {
      // ETSI TS 103 190-2 §E.13: of the first presentation.
      let first = box.presentations.first
      text = [
        "\(type)", HexText.byte(box.bitstreamVersion), HexText.byte(first?.version ?? 0),
        HexText.byte(first?.details?.main.compatibility ?? 0),
      ].joined(separator: ".")
    } else if let units = boxes.first(IAConfigurationBox.self)?.units,
      let header = units.compactMap(\.sequenceHeader).first
    {
      // IAMF, "Codecs Parameter String".
      let codec = units.compactMap(\.codecConfig).first?.codecID
      let substream = codec.map { $0 == "mp4a" ? ".mp4a.40.2" : ".\($0)" } ?? ""
      text =
        "\(type).\(zeroPadded(header.primaryProfile, to: 3)).\(zeroPadded(header.additionalProfile, to: 3))"
        + substream
      profile = [0: "Simple", 1: "Base", 2: "Base-Enhanced"][header.primaryProfile]
    } else if let box = boxes.first(H263SpecificBox.self) {
      // RFC 6381 leaves it open; players name the profile and level.
      text = "\(type)"
      profile = "\(box.profile)"
      level = "\(box.level)"
    } else {
      return nil
    }
  }

  /// VP8 and VP9 (VP Codec ISO Media File Format Binding, "Codecs Parameter String").
  init(_ type: FourCC, _ box: VPCodecConfigurationBox) {
    let fields = [
      box.profile, box.level, box.bitDepth, box.chromaSubsampling, box.colourPrimaries,
      box.transferCharacteristics, box.matrixCoefficients, box.isFullRange ? 1 : 0,
    ]
    // The draft had no code points.
    let known = box.header.version == 0 ? fields.prefix(3) : fields[...]
    text = (["\(type)"] + known.map { zeroPadded($0, to: 2) }).joined(separator: ".")
  }
}
