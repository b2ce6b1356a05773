import ISOBMFF

enum TfraOffset: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.8.10"
  static let sentence = "Random access entries point to fragments of the file."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    let fragments = Set(file.fragments.map { Int64($0.place.offset) })
    for place in file.all(at: "mfra", "tfra") {
      guard let entries = place.box[TrackFragmentRandomAccessBox.self]?.entries else { continue }
      entries.forEachRow { index, row in
        guard !fragments.contains(row[1]) else { return }
        findings.add(
          at: place, field: ["entries[\(index)]", "moof_offset"],
          "a random access entry points to byte \(UInt64(bitPattern: row[1])), but no fragment starts there"
        )
      }
    }
  }
}
