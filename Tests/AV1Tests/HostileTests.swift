import AV1
import FieldCoding
import TestSupport
import Testing

/// Hostile bytes.
struct HostileTests {
  private func read(_ bytes: Bytes) {
    _ = try? SequenceHeader(decoding: bytes).encoded()
    _ = try? Metadata(decoding: bytes).encoded()
    _ = try? OpenBitstreamUnit.units(in: bytes)
    let record = try? AV1CodecConfigurationRecord(decoding: bytes, sink: FieldRecorder())
    _ = try? record?.encoded()
    _ = record.map { "\($0.codecString())" }
  }

  @Test func noise() {
    var noise = Noise(state: 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<1000 {
      let count = Int.random(in: 0...200, using: &noise)
      let mask = UInt8.random(in: 0...255, using: &noise)
      let invert = Bool.random(using: &noise)
      let bytes = (0..<count).map { _ in
        let byte = UInt8.random(in: 0...255, using: &noise)
        return invert ? byte | mask : byte & mask
      }
      read(Bytes(bytes))
    }
  }

  /// Values that were read from damaged bytes are written unchanged: nothing is lost.
  @Test(arguments: TraceVectors.all)
  func damagedUnitsAreWrittenAsTheyWere(_ vector: TraceVector) throws {
    var noise = Noise(state: 7)
    let unit = try OpenBitstreamUnit(decoding: vector.bytes)
    guard !unit.payload.isEmpty else { return }
    for _ in 0..<200 {
      var bytes = Array(unit.payload)
      bytes[Int.random(in: 0..<bytes.count, using: &noise)] ^=
        1 << UInt8.random(in: 0...7, using: &noise)
      read(Bytes(bytes))
      let written =
        unit.header.type == .sequenceHeader
        ? try? SequenceHeader(decoding: Bytes(bytes)).encoded()
        : try? Metadata(decoding: Bytes(bytes)).encoded()
      if let written { #expect(written == bytes) }
    }
  }
}
