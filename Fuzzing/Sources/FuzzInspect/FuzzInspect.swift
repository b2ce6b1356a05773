import ISOBMFF
import Inspection
import Verification

/// Everything that `boxwalk inspect` and `boxwalk verify` do with a file, and: what is read is written back the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func inspect(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Bytes(Array(UnsafeBufferPointer(start: start, count: count)))
  let inspection = FileInspection(bytes, name: "input")
  let output = Output { _ in }
  inspection.writeSummary(to: output, Style())
  inspection.writeJSON(to: output, tree: TreeOptions())
  var options = TreeOptions()
  options.showsHex = true
  _ = inspection.writeTree(to: output, options, Style())
  Report(VerifiedFile(bytes, name: "input.heic")).write(to: output, Style())
  let file = BoxFile(bytes)
  guard let written = try? file.encoded().bytes else { fatalError("cannot be written") }
  precondition(written.elementsEqual(bytes), "not written as it was read")
  _ = try? file.encoded(copyingUnchanged: false)
  return 0
}

/// The package manager wants an entry of this name; libFuzzer's driver is behind it.
@_cdecl("FuzzInspect_main")
public func enter(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = (count, arguments)
  return runDriver(&count, &arguments, inspect)
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
