import AVC
import HEVC
import ISOBMFF

enum AvccSetsMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-15 §5.4.2"
  static let sentence =
    "The configuration of avc1 has sequence and picture parameter sets, each in its list."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all("avcC") {
      guard let avc = place.box[AVCConfigurationBox.self]?.record,
        file.container(of: place)?.type != "avc3"
      else { continue }
      // nal_unit_type is the last five bits of the first byte: 7 is an SPS, 8 a PPS.
      let lists = [
        ("sequence", "SPS", avc.sequenceParameterSets, UInt8(7)),
        ("picture", "PPS", avc.pictureParameterSets, UInt8(8)),
      ]
      for (word, name, units, type) in lists {
        if units.isEmpty {
          findings.add(
            at: place,
            "the configuration has no \(word) parameter set (\(name)): a decoder cannot start")
        } else if let unit = units.first(where: { ($0.first ?? 0) % 32 != type }) {
          findings.add(
            at: place, offset: unit.fileOffset,
            "the list of \(word) parameter sets (\(name)) has a NAL unit of the type "
              + "\((unit.first ?? 0) % 32)")
        }
      }
    }
  }
}
