import ISOBMFF

enum MfhdSequence: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.8.5"
  static let sentence = "The numbers of fragments increase in the order of the file."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    var previous: UInt32?
    for fragment in file.fragments {
      guard let (place, number) = fragment.sequenceNumber else { continue }
      if let previous, number <= previous {
        findings.add(
          at: place, field: ["sequence_number"],
          "fragment \(number) follows fragment \(previous): one may be missing, or out of place")
      }
      previous = number
    }
  }
}
