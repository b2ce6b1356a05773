import FuzzDriver
import ISOBMFF
import Inspection
import JSON
import Verification

/// All that `boxwalk inspect`, `verify`, `diff` and `extract` do with a file, and: what is read is
/// written back the same, and differs from nothing that is the same.
@_cdecl("FuzzInspect_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: { Seeds.file($0) }) { bytes in
    let inspection = FileInspection(bytes, name: "input")
    let output = TextOutput { _ in }
    inspection.writeSummary(to: output, ReportTextStyle())
    inspection.writeJSON(to: output, tree: TreeOptions(), nalUnits: true)
    var options = TreeOptions()
    options.showsHex = true
    _ = inspection.writeTree(to: output, options, ReportTextStyle())
    _ = inspection.writeNALUnits(to: output, ReportTextStyle())
    Report(ExaminedFile(bytes, name: "input.heic")).write(to: output, ReportTextStyle())
    FileDifference(between: bytes, and: bytes.part(0..<bytes.count / 2) ?? bytes)
      .write(to: output)
    let copy = FileDifference(between: bytes, and: Bytes(Array(bytes)))
    precondition(copy.isEmpty, "differs from its copy")
    let extraction = Extraction(bytes)
    for found in extraction.parts.prefix(16) { try? extraction.extract(found.part) { _ in } }
    let file = BoxFile(bytes)
    guard let written = try? file.encoded().bytes else { fatalError("cannot be written") }
    precondition(written.elementsEqual(bytes), "not written as it was read")
    _ = try? file.encoded(copyingUnchanged: false)
  }
}
