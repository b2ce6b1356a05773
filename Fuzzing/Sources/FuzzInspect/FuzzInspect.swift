import FuzzDriver
import ISOBMFF
import Inspection
import Text
import Verification

/// All that `boxwalk inspect`, `verify`, `diff` and `extract` do with a file, and: what is read is
/// written back the same, and differs from nothing that is the same.
@_cdecl("FuzzInspect_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: { Seeds.file($0) }) { bytes in
    let inspection = FileInspection(bytes, name: "input")
    // Each is the output of a command.
    func write(_ body: (TextOutput) -> Void) { body(OutputLimit(of: bytes).text) }
    write { inspection.writeSummary(to: $0, ReportTextStyle()) }
    write { inspection.writeJSON(to: $0, tree: TreeOptions()) }
    write { inspection.writeJSON(to: $0, tree: nil, nalUnits: true) }
    var options = TreeOptions()
    options.showsHex = true
    write { _ = inspection.writeTree(to: $0, options, ReportTextStyle()) }
    write { _ = inspection.writeNALUnits(to: $0, ReportTextStyle()) }
    write { Report(ExaminedFile(bytes, name: "input.heic")).write(to: $0, ReportTextStyle()) }
    write { output in
      FileDifference(between: bytes, and: bytes.part(0..<bytes.count / 2) ?? bytes)
        .write(to: output)
    }
    let copy = FileDifference(between: bytes, and: Bytes(Array(bytes)))
    precondition(copy.isEmpty, "differs from its copy")
    let extraction = Extraction(bytes)
    for found in extraction.parts.prefix(16) {
      let limit = OutputLimit(of: bytes)
      try? extraction.extract(found.part) { limit.count($0.count) }
    }
    let file = BoxFile(bytes)
    guard let written = try? file.encoded().bytes else { fatalError("cannot be written") }
    precondition(written.elementsEqual(bytes), "not written as it was read")
    _ = try? file.encoded(copyingUnchanged: false)
  }
}
