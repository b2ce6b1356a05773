import HEVC
import ISOBMFF

enum HvccSetUnresolved: Rule {
  static let severity = Severity.error
  static let clause = "ITU-T H.265 §7.4.3"
  static let sentence =
    "Each picture parameter set names an existing sequence parameter set, which names an "
    + "existing video parameter set."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses where use.isOutOfBand {
      let videos = Set(
        use.record.nalUnits(.videoParameterSet).compactMap {
          try? VideoParameterSet(nalUnit: $0).id
        })
      let sequences = Set(use.sequences.map(\.id))
      for sequence in use.sequences where !videos.isEmpty {
        guard !videos.contains(sequence.videoParameterSetID) else { continue }
        findings.add(
          at: use.place,
          "the SPS \(sequence.id) of \(use.title(in: file)) needs the VPS "
            + "\(sequence.videoParameterSetID), which is not in the configuration")
      }
      for unit in use.record.nalUnits(.pictureParameterSet) where !sequences.isEmpty {
        guard let picture = try? PictureParameterSet(nalUnit: unit), picture.header.layerID == 0,
          !sequences.contains(picture.sequenceParameterSetID)
        else { continue }
        findings.add(
          at: use.place, offset: unit.fileOffset,
          "the PPS \(picture.id) of \(use.title(in: file)) needs the SPS "
            + "\(picture.sequenceParameterSetID), which is not in the configuration")
      }
    }
  }
}
