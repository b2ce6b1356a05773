import ISOBMFF

enum EmsgPayloadInvalid: Rule {
  static let severity = Severity.warning
  static let clause = "ANSI/SCTE 35 §9.6; ISO/IEC 23009-1 §5.10.3.3"
  static let sentence =
    "The message of an event has the form of its scheme: an SCTE 35 message, or an ID3 tag."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all(at: "emsg") {
      guard let event = place.box[EventMessageBox.self] else { continue }
      switch EventMessageBox.schemes[event.schemeIDURI.string] {
      case "SCTE 35":
        if let problem = SpliceInfoSection.problem(in: event.messageData) {
          findings.add(
            at: place, field: ["message_data"], "the message of the event \(event.id) \(problem)")
        }
      case "ID3" where event.tag == nil:
        findings.add(
          at: place, field: ["message_data"],
          "the message of the event \(event.id) is not an ID3 tag")
      default: break
      }
    }
  }
}
