import HEIF
import ISOBMFF

enum NALLengthOverrun: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-15 §4.3.3"
  static let sentence = "The lengths before the NAL units of an image add up to its data."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.metaBox("iloc") else { return }
    for units in file.codedUnits {
      guard let error = units.error else { continue }
      findings.add(
        at: place, field: [file.locationField(of: units.item.id)] + error.path,
        offset: error.offset,
        "the data of \(file.title(of: units.item.id)) is not a chain of NAL units: at byte "
          + "\(error.offset): \(error.reason)")
    }
  }
}
