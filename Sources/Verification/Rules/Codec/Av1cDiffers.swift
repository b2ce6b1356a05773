import AV1
import HEIF
import ISOBMFF

enum Av1cDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "AV1 Codec ISO Media File Format Binding §2.3.4"
  static let sentence = "The configuration of an AV1 image says what its sequence header says."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.av1Uses {
      guard let sequence = use.sequence,
        let property = use.item.properties.first(where: { $0.box.type == "av1C" }),
        let record = property.box[AV1CodecConfigurationBox.self]?.record
      else { continue }
      var differences: [String] = []
      func compare(_ name: String, _ stated: some Equatable, _ coded: some Equatable) {
        if "\(stated)" != "\(coded)" { differences.append("\(name) \(stated) against \(coded)") }
      }
      compare("profile", record.profile.rawValue, sequence.profile.rawValue)
      compare("bit depth", record.colour.bitDepth, sequence.colour.bitDepth)
      compare("monochrome", record.isMonochrome, sequence.colour.isMonochrome)
      if !sequence.colour.isMonochrome {
        compare("chroma_subsampling_x", record.chromaSubsamplingX, sequence.colour.subsamplingX)
        compare("chroma_subsampling_y", record.chromaSubsamplingY, sequence.colour.subsamplingY)
      }
      guard !differences.isEmpty else { continue }
      file.report(
        property, of: use.item, &findings,
        "has a configuration (av1C) that differs from its data: "
          + differences.joined(separator: ", "))
    }
  }
}
