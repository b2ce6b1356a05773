import HEVC

/// A configuration record with parameter sets: whatever can be read is read again after writing.
@_cdecl("LLVMFuzzerTestOneInput")
public func parameterSets(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Bytes(Array(UnsafeBufferPointer(start: start, count: count)))
  if let record = try? HEVCDecoderConfigurationRecord(decoding: bytes) {
    _ = try? record.sequenceParameterSets()
    _ = try? record.pictureParameterSets()
    _ = try? record.videoParameterSets()
    _ = "\(record.codecString())"
  }
  if let set = try? SequenceParameterSet(nalUnit: bytes) {
    guard let written = try? set.nalUnit() else { fatalError("cannot be written") }
    precondition(try! SequenceParameterSet(nalUnit: written) == set, "not read as it was written")
  }
  _ = try? PictureParameterSet(nalUnit: bytes)
  _ = try? VideoParameterSet(nalUnit: bytes)
  return 0
}

/// The package manager wants an entry of this name; libFuzzer's driver is behind it.
@_cdecl("FuzzParameterSets_main")
public func enter(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = (count, arguments)
  return runDriver(&count, &arguments, parameterSets)
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
