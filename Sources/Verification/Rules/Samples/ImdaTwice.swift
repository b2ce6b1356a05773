import ISOBMFF

enum ImdaTwice: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.1.4"
  static let sentence = "Media data with a number has a number of its own."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (number, places) in file.mediaNumbers.sorted(by: { $0.key < $1.key }) {
      for place in places.dropFirst() {
        findings.add(
          at: place, field: ["imda_identifier"],
          "the media data \(number) is already at byte \(places[0].offset)")
      }
    }
  }
}
