import FieldCoding
import Foundation
import ISOBMFF
import Inspection
import Rendering
import TestSupport
import Testing
import Text
import Verification

/// Other programs can change a file while it is read. What was read before then contradicts what is read later, as
/// tables are read in place. Results may be wrong, and are not used; but nothing may end the program.
@Suite struct ChangingFileTests {
  /// What is read before the file changes.
  private enum Before: CaseIterable {
    case nothing, boxes, findings, summary, samples
  }

  private static func read(_ file: ExaminedFile, _ before: Before) {
    switch before {
    case .nothing: break
    case .boxes: _ = file.boxes.boxes.count
    case .findings: _ = Report(file)
    case .summary: FileInspection(file).writeSummary(to: nowhere, ReportTextStyle())
    case .samples: list(file)
    }
  }

  private static var nowhere: TextOutput { TextOutput { _ in } }

  private static func list(_ file: ExaminedFile) {
    let samples = SampleList(file.boxes)
    for format in [SampleList.Format.text, .csv, .json] {
      _ = samples?.write(to: nowhere, as: format, ReportTextStyle())
    }
  }

  private static func readAll(_ file: ExaminedFile, _ inspection: FileInspection) {
    _ = Report(file)
    list(file)
    var options = TreeOptions()
    options.showsAll = true
    for inspection in [inspection, FileInspection(file)] {
      inspection.writeSummary(to: nowhere, ReportTextStyle())
      _ = inspection.writeTree(to: nowhere, options, ReportTextStyle())
      inspection.writeJSON(to: nowhere, tree: options, nalUnits: true, plays: true)
    }
    FilePage(file, preview: .missing("")).write(to: nowhere)
  }

  @Test(arguments: MediaFolder.samples)
  func filesThatChangeAreRead(path: String) throws {
    var noise = Noise(state: 11)
    for before in (0..<changeRounds).flatMap({ _ in Before.allCases }) {
      let copy = try ChangedFile(copying: path)
      let file = ExaminedFile(try ByteSource(mapping: copy.path).bytes, name: copy.path)
      Self.read(file, before)
      let inspection = FileInspection(file)
      try copy.change(&noise)
      Self.readAll(file, inspection)
    }
  }
}
