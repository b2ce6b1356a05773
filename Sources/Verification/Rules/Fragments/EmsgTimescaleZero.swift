import ISOBMFF

enum EmsgTimescaleZero: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23009-1 §5.10.3.3"
  static let sentence = "The timescale of an event is the number of its time units in a second."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all(at: "emsg") where place.box[EventMessageBox.self]?.timescale == 0 {
      findings.add(
        at: place, field: ["timescale"],
        "the event has the timescale 0, so that its time means nothing")
    }
  }
}
