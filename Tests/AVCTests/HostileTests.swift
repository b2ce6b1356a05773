import AVC
import FieldCoding
import TestSupport
import Testing

/// Hostile bytes.
struct HostileTests {
  /// One SPS and its PPS, for reading messages and slices.
  private static let sets =
    (try? ParameterSets([
      hex("67640009acd9047b011000000300100000030326020061a00186b918c03e244b2c"), hex("68efbcb0"),
    ])) ?? ParameterSets()

  /// Everything that is read without an error can be written.
  private func read(_ unit: Bytes) {
    _ = try? SequenceParameterSet(decoding: unit).encoded()
    _ = (try? SequenceParameterSet(decoding: unit)).map { ($0.data.displaySize, $0.data.codedSize) }
    _ = try? SubsetSequenceParameterSet(decoding: unit).encoded()
    _ = try? SequenceParameterSetExtension(decoding: unit).encoded()
    _ = try? PictureParameterSet(decoding: unit).encoded()
    _ = try? SupplementalEnhancementInformation(decoding: unit).encoded()
    _ = try? AVCDecoderConfigurationRecord(decoding: unit, sink: FieldRecorder()).encoded()
    _ = try? AVCDecoderConfigurationRecord(parameterSets: [unit])
    _ = try? ParameterSets([unit])
    _ = try? SliceHeader(decoding: unit)
    for sets in [ParameterSets(), HostileTests.sets] {
      NALUnit.describe(unit, sets: sets, to: FieldRecorder())
    }
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

  /// Random messages and slices, in units with the matching type.
  @Test func noiseInUnits() {
    var noise = Noise(state: 0xD1B5_4A32_D192_ED03)
    for round in 0..<2000 {
      let type: UInt8 = round % 2 == 0 ? 6 : 5
      let payloadType = UInt8.random(in: 0...160, using: &noise)
      let count = Int.random(in: 0...60, using: &noise)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &noise) }
      read(Bytes([type, payloadType, UInt8(count)] + bytes + [0x80]))
    }
  }

  /// Values that were read from damaged bytes are written unchanged: nothing is lost.
  @Test(arguments: TraceVectors.all)
  func damagedSetsAreWrittenAsTheyWere(_ vector: TraceVector) throws {
    var noise = Noise(state: 7)
    let original = Array(EmulationPrevention.removed(from: vector.bytes, headerSize: 1))
    for _ in 0..<100 {
      var bytes = original
      let index = Int.random(in: 1..<bytes.count, using: &noise)
      bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &noise)
      let unit = Bytes(bytes)
      read(unit)
      let written: [UInt8]?
      switch NALUnit.type(of: unit) {
      case .sequenceParameterSet?: written = try? SequenceParameterSet(decoding: unit).encoded()
      case .sequenceParameterSetExtension?:
        written = try? SequenceParameterSetExtension(decoding: unit).encoded()
      case .accessUnitDelimiter?: written = try? AccessUnitDelimiter(decoding: unit).encoded()
      default: written = try? PictureParameterSet(decoding: unit).encoded()
      }
      if let written { #expect(written == bytes) }
    }
  }

  @Test func countsAreBounded() throws {
    var set = SequenceParameterSet()
    set.data.pictureOrder = .cycle(
      make(.init()) { $0.offsetsForReferenceFrames = Array(repeating: 1, count: 256) })
    let error = #expect(throws: FieldError.self) { try set.nalUnit() }
    #expect(error?.path == ["num_ref_frames_in_pic_order_cnt_cycle"])
    var picture = PictureParameterSet()
    picture.sliceGroups = make(SliceGroups()) { $0.map = .interleaved(runLengthsMinus1: [1]) }
    #expect(throws: FieldError.self) { try picture.nalUnit() }
    var buffers = HRDParameters()
    buffers.buffers = []
    #expect(throws: FieldError.self) { try buffers.encoded() }
    // slice_group_map_type 6 with 2^32 - 2 map units
    let units = #expect(throws: FieldError.self) {
      try PictureParameterSet(
        decoding: bits("01101000 1 1 0 0 010 00111 00000000000000000000000000000001 1 0101"))
    }
    #expect(units != nil)
  }
}
