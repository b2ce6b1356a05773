import FieldCoding
import TestSupport
import Testing
import VVC

/// Every field of a parameter set, at the bit and with the value that ffmpeg's `trace_headers`
/// finds.
struct TraceTests {
  /// The fields that a trace omits, or has as single bits.
  private static let ours: Set<String> = [
    "vui_payload_rest", "gci_reserved_bits", "unknown_bits",
  ]

  @Test(arguments: TraceVectors.all)
  func fieldsAreThoseOfTheTrace(_ vector: TraceVector) throws {
    // Positions in a trace count bits of the RBSP, so it gets a separate source.
    let rbsp = Bytes(Array(EmulationPrevention.removed(from: vector.bytes)))
    let recorder = FieldRecorder()
    if NALUnitHeader.type(of: rbsp) == .sequenceParameterSet {
      let set = try SequenceParameterSet(decoding: rbsp, sink: recorder)
      #expect(set.trailing.unknown.isEmpty)
    } else {
      _ = try PictureParameterSet(decoding: rbsp, sink: recorder)
    }
    let isWhole = NALUnitHeader.type(of: rbsp) == .sequenceParameterSet
    let found = recorder.fields.filter { !Self.ours.contains($0.name) }.compactMap(\.traced)
    let expected = vector.entries
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
    // The trace of the PPS is cut where we stop, before the stop bit.
    #expect(found.count == expected.count + (isWhole ? 0 : 1))
  }

  @Test(arguments: TraceVectors.all)
  func writingGivesTheSameBytes(_ vector: TraceVector) throws {
    #expect(try written(vector.bytes) == vector.bytes)
  }

  @Test(arguments: TraceVectors.all)
  func everyPrefixIsRefusedOrWritten(_ vector: TraceVector) throws {
    for count in 0..<vector.bytes.count {
      let prefix = try #require(vector.bytes.part(0..<count))
      let result = try? written(prefix)
      // Units that we do not read to their end may be shorter, too.
      let isWhole = NALUnitHeader.type(of: vector.bytes) == .sequenceParameterSet
      #expect(result == nil || (!isWhole && result == prefix))
    }
  }

  /// Values that were read from damaged bytes are written unchanged: nothing is lost.
  @Test(arguments: TraceVectors.all)
  func damagedSetsAreWrittenAsTheyWere(_ vector: TraceVector) throws {
    var noise = Noise(state: 7)
    let original = Array(EmulationPrevention.removed(from: vector.bytes))
    for _ in 0..<200 {
      var bytes = original
      bytes[Int.random(in: 2..<bytes.count, using: &noise)] ^=
        1 << UInt8.random(in: 0...7, using: &noise)
      guard let set = try? SequenceParameterSet(decoding: Bytes(bytes)) else { continue }
      // Zeros that fill bytes are written as the standard has them.
      let written = try set.encoded()
      #expect(written.count == bytes.count)
      #expect(try SequenceParameterSet(decoding: Bytes(written)) == set)
    }
  }

  @Test func noise() {
    var noise = Noise(state: 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<1000 {
      let count = Int.random(in: 0...200, using: &noise)
      let mask = UInt8.random(in: 0...255, using: &noise)
      let invert = Bool.random(using: &noise)
      let bytes = Bytes(
        (0..<count).map { _ in
          let byte = UInt8.random(in: 0...255, using: &noise)
          return invert ? byte | mask : byte & mask
        })
      _ = try? SequenceParameterSet(decoding: bytes).encoded()
      _ = try? PictureParameterSet(decoding: bytes).encoded()
      _ = try? VideoParameterSet(decoding: bytes).encoded()
      let record = try? VvcDecoderConfigurationRecord(decoding: bytes, sink: FieldRecorder())
      _ = try? record?.encoded()
      _ = record?.codecString().map { "\($0)" }
    }
  }

  @Test func meaning() throws {
    let set = try SequenceParameterSet(
      nalUnit: #require(TraceVectors.all.first { $0.name.contains("4:4:4") }).bytes)
    #expect(set.displaySize == PictureSize(width: 317, height: 193))
    #expect(set.bitDepth == 10 && set.chromaFormat == .yuv444)
    #expect(set.profileTierLevel?.profile.name == "Main 10 4:4:4")
    #expect("\(try #require(set.profileTierLevel?.level))" == "5.1")
    #expect(set.vui?.colour?.transferCharacteristics == 16 && set.vui?.isFullRange == true)
    let constraints = try #require(set.profileTierLevel?.constraints.stated)
    #expect(constraints["gci_sixteen_minus_max_bitdepth_constraint_idc"] == 6)
    #expect(constraints["gci_all_rap_pictures_constraint_flag"] == 0)
    #expect(constraints["gci_of_nothing"] == nil)
  }

  private func written(_ unit: Bytes) throws -> Bytes {
    switch NALUnitHeader.type(of: unit) {
    case .sequenceParameterSet?: try SequenceParameterSet(nalUnit: unit).nalUnit()
    default: try PictureParameterSet(nalUnit: unit).nalUnit()
    }
  }
}
