import ISOBMFF

enum MfroSize: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.8.11"
  static let sentence = "The end of the file states the size of mfra, so that readers can find it."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all(at: "mfra", "mfro") {
      guard let size = place.box[MovieFragmentRandomAccessOffsetBox.self]?.parentSize,
        let parent = file.container(of: place), Int(size) != parent.bytes.count
      else { continue }
      findings.add(
        at: place, field: ["parent_size"],
        "'mfra' is said to have \(counted(size, "byte")), but has \(grouped(parent.bytes.count))")
    }
  }
}
