import ISOBMFF

enum Jp2HeaderIncomplete: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 15444-1 §I.5.3"
  static let sentence = "The header of a JPEG 2000 picture (jp2h) has whole boxes: ihdr and colr."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all(at: "jp2h") {
      guard let payload = place.box.sourcePayload else { continue }
      let inside = BoxFile(payload)
      let resolution = inside.boxes.first("res ")?.sourcePayload.map { BoxFile($0) }
      for error in inside.findings + (resolution?.findings ?? []) {
        findings.add(at: place, field: error.path, offset: error.offset, "\(error.reason)")
      }
      let missing = (["ihdr", "colr"] as [FourCC]).filter { inside.boxes.first($0) == nil }
      guard !missing.isEmpty else { continue }
      findings.add(
        at: place,
        "the header of the picture has no \(missing.map { "\($0)" }.joined(separator: ", ")): "
          + "programs refuse it")
    }
  }
}
