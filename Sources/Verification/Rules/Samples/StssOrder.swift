import ISOBMFF

enum StssOrder: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.6.2"
  static let sentence = "Sync samples are listed in their order, each once."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track["stss"], let entries = place.box[SyncSampleBox.self]?.entries else {
        continue
      }
      var previous: Int64 = 0
      entries.forEachRow { index, row in
        if index > 0, row[0] <= previous {
          findings.add(
            at: place, field: ["entries[\(index)]"],
            "sample \(row[0]) follows sample \(previous): programs that search the list jump to the "
              + "wrong place")
        }
        previous = row[0]
      }
    }
  }
}
