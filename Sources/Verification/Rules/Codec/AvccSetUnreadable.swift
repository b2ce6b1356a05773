import AVC
import ISOBMFF

enum AvccSetUnreadable: Rule {
  static let severity = Severity.error
  static let clause = "ITU-T H.264 §7.3.2"
  static let sentence = "The parameter sets of an AVC configuration can be read."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all("avcC") {
      guard let avc = place.box[AVCConfigurationBox.self]?.record else { continue }
      var sequences: [SequenceParameterSetData] = []
      for (index, unit) in avc.sequenceParameterSets.enumerated() {
        report("SPS", "sequenceParameterSet[\(index)]", unit, at: place, &findings) {
          (unit) throws(FieldError) in
          let set = try SequenceParameterSet(nalUnit: unit)
          sequences.append(set.data)
          return set.trailing
        }
      }
      for (index, unit) in avc.pictureParameterSets.enumerated() {
        report("PPS", "pictureParameterSet[\(index)]", unit, at: place, &findings) {
          (unit) throws(FieldError) in
          try PictureParameterSet(nalUnit: unit, sequences: sequences).trailing
        }
      }
    }
  }

  /// Sets of another type break another rule.
  private static func report(
    _ name: String, _ field: String, _ unit: Bytes, at place: ExaminedBox,
    _ findings: inout Findings, read: (Bytes) throws(FieldError) -> RBSPTrailing
  ) {
    guard (unit.first ?? 0) % 32 == (name == "SPS" ? 7 : 8) else { return }
    do throws(FieldError) {
      if let problem = try read(unit).problem {
        findings.add(
          at: place, field: [field], offset: unit.fileOffset,
          "the \(name) of the configuration cannot be right: \(problem)")
      }
    } catch {
      findings.add(
        at: place, field: [field] + error.path, offset: error.offset,
        "the \(name) of the configuration cannot be read: \(error.reason)")
    }
  }
}
