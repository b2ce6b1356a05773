import ISOBMFF

enum RandomAccessSize: Rule {
  static let id = "mfro-size"
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.8.11"
  static let sentence = "At the end of the file stands how long mfra is, so that it can be found."

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    for place in file.all(at: "mfra", "mfro") {
      guard let size = place.box[MovieFragmentRandomAccessOffsetBox.self]?.parentSize,
        let parent = file.container(of: place), Int(size) != parent.bytes.count
      else { continue }
      findings.add(
        at: place, field: ["parent_size"],
        "'mfra' is said to have \(size) bytes, but has \(parent.bytes.count)")
    }
  }
}
