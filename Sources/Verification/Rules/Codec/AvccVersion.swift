import AVC
import HEIF
import ISOBMFF

enum AvccVersion: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-15 §5.3.3.1.2"
  static let sentence = "The version of an AVC decoder configuration record is 1."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all("avcC") {
      guard let version = place.box[AVCConfigurationBox.self]?.record.configurationVersion,
        version != 1
      else { continue }
      findings.add(
        at: place, field: ["configurationVersion"],
        "the decoder configuration has the version \(version): programs do not read it")
    }
  }
}
