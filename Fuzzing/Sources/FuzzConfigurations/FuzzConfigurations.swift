import AV1
import AVC
import VVC

/// Configuration records of AVC, VVC and AV1, and their parts: whatever can be read is read again
/// after writing.
@_cdecl("LLVMFuzzerTestOneInput")
public func configurations(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Bytes(Array(UnsafeBufferPointer(start: start, count: count)))
  if let record = try? AVCDecoderConfigurationRecord(decoding: bytes) {
    _ = try? record.parameterSets()
    _ = "\(record.codecString())"
  }
  if let record = try? VvcDecoderConfigurationRecord(decoding: bytes) {
    _ = try? record.sequence()
    _ = record.codecString().map { "\($0)" }
  }
  if let record = try? AV1CodecConfigurationRecord(decoding: bytes) {
    _ = "\(record.codecString())"
  }
  check(AVC.SequenceParameterSet.self, bytes)
  check(AVC.PictureParameterSet.self, bytes)
  check(VVC.SequenceParameterSet.self, bytes)
  check(VVC.PictureParameterSet.self, bytes)
  check(SequenceHeader.self, bytes)
  check(Metadata.self, bytes)
  return 0
}

private func check<Value: FieldCodable>(_: Value.Type, _ bytes: Bytes) {
  guard let value = try? Value(decoding: bytes) else { return }
  guard let written = try? value.encoded() else { fatalError("cannot be written") }
  precondition(try! Value(decoding: Bytes(written)) == value, "not read as it was written")
}

/// The package manager wants an entry of this name; libFuzzer's driver is behind it.
@_cdecl("FuzzConfigurations_main")
public func enter(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = (count, arguments)
  return runDriver(&count, &arguments, configurations)
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
