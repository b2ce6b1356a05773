import ISOBMFF

enum SidxSizes: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.16.3"
  static let sentence = "The parts that an index lists start where boxes start."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard !file.fragments.isEmpty else { return }
    let starts = Set(file.topBoxes.map(\.offset)).union([file.end])
    for place in file.all(at: "sidx") {
      guard let index = place.box[SegmentIndexBox.self] else { continue }
      var position = UInt64(place.end).addingReportingOverflow(index.firstOffset).partialValue
      var isSound = true
      index.references.forEachRow { row, values in
        guard isSound else { return }
        isSound = Int(exactly: position).map { starts.contains($0) } ?? false
        if !isSound {
          findings.add(
            at: place, field: ["references[\(row)]"],
            "a part of the segment is said to start at byte \(position), but no box starts there")
        }
        position &+= UInt64(bitPattern: values[1])
      }
      if isSound, position > UInt64(file.end) {
        findings.add(
          at: place, field: ["references"],
          "the parts of the segment are said to end at byte \(position), but the file ends at byte "
            + "\(file.end)")
      }
    }
  }
}
