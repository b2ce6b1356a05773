public import FieldCoding
import Foundation

public typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// The whole of a fuzzing program: `PROGRAM seeds FOLDER FILE...` writes what to start from, all
/// else is libFuzzer's.
///
/// - Parameters:
///   - seeds: the inputs that a real file gives; and those that need none, of no bytes.
///   - test: traps if something is wrong with what the code makes of an input.
public func fuzz(
  _ count: CInt, _ arguments: Arguments?, seeds: (Bytes) -> [[UInt8]],
  test: @escaping @Sendable (Bytes) -> Void
) -> CInt {
  let words = CommandLine.arguments
  if words.count > 2, words[1] == "seeds" {
    for seed in seeds(Bytes()) { write(seed, to: words[2]) }
    for path in words.dropFirst(3) {
      guard let source = try? ByteSource(mapping: path) else { continue }
      for seed in seeds(source.bytes) { write(seed, to: words[2]) }
    }
    return 0
  }
  FuzzDriver.test = test
  var (count, arguments) = (count, arguments)
  return runDriver(&count, &arguments) { start, count in
    FuzzDriver.test?(Bytes(Array(UnsafeBufferPointer(start: start, count: count))))
    return 0
  }
}

/// What is decoded, can be encoded; and what is decoded of that is the same.
public func checkRoundTrip<Value: FieldCodable>(_ type: Value.Type, _ bytes: Bytes) {
  guard let value = try? Value(decoding: bytes) else { return }
  guard let written = try? value.encoded() else { fatalError("\(type) cannot be written") }
  precondition(
    (try? Value(decoding: Bytes(written))) == value, "\(type) is not read as it was written")
}

nonisolated(unsafe) private var test: ((Bytes) -> Void)?

/// The same input has the same name: there are many of them in files of one device.
private func write(_ seed: [UInt8], to folder: String) {
  let hash = seed.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  let name = "seed-" + String(hash, radix: 16)
  try? Data(seed).write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
