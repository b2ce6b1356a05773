// Reads a box of our own, and checks files by a rule of our own beside those of Boxwalk:
//
//   own-box FILE...

import Foundation
import ISOBMFF
import Inspection
import Verification

/// A text for the people who look after an archive.
struct Note: BoxBody {
  static let type: FourCC = "note"
  static let specification = "Our archive, page 1"

  var header = FullBoxHeader()
  var text = Text("")

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("text", &text)
  }
}

/// A note says something.
let noteEmpty = FileRule("note-empty", .warning, "Our archive, page 1", "A note has a text.") {
  file, findings in
  for box in file.all("note") where box[Note.self]?.text.isEmpty == true {
    findings.add(at: box, "has no text: nobody knows what it is for")
  }
}

var limits = DecodeLimits()
limits.ownBoxes = OwnBoxes([.box(Note.self)])
var worst = Severity.note
for path in CommandLine.arguments.dropFirst() {
  let bytes = try ByteSource(mapping: path).bytes
  for box in BoxFile(bytes, limits: limits).boxes {
    if let note = box[Note.self] { print("\(path): \(note.text)") }
  }
  let report = Report(
    ExaminedFile(bytes, name: path, limits: limits), rules: Rules.all + [noteEmpty])
  for finding in report.findings {
    print("\(path): \(finding.severity): \(finding.message), at \(finding.fieldPath)")
  }
  worst = max(worst, report.worst ?? .note)
}
exit(worst == .error ? 2 : worst == .warning ? 1 : 0)
