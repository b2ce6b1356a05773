import AV1
import ISOBMFF

enum Av1cVersion: Rule {
  static let severity = Severity.error
  static let clause = "AV1 Codec ISO Media File Format Binding §2.3"
  static let sentence = "The version of an AV1 configuration is 1."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all("av1C") {
      guard let version = place.box[AV1CodecConfigurationBox.self]?.record.version, version != 1
      else {
        continue
      }
      findings.add(
        at: place, field: ["version"],
        "the configuration of the AV1 decoder has the version \(version): programs do not read it")
    }
  }
}
