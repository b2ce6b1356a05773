import HEIF
import HEVC
import ISOBMFF

enum Hvc1InBandSets: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-15 §8.4.1"
  static let sentence =
    "The data of hvc1 has no parameter sets: they are all in the configuration."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.metaBox("iloc") else { return }
    for units in file.codedUnits where units.item.type == "hvc1" {
      guard
        let unit = units.units.first(where: {
          NALUnit.type(of: $0).map {
            [.videoParameterSet, .sequenceParameterSet, .pictureParameterSet].contains($0)
          }
            ?? false
        })
      else { continue }
      findings.add(
        at: place, field: [file.locationField(of: units.item.id)], offset: unit.fileOffset,
        "\(file.title(of: units.item.id)) has parameter sets in its data, which 'hvc1' rules out: decoders "
          + "may look for them in the configuration only")
    }
  }
}
