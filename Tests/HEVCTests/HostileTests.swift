import FieldCoding
import HEVC
import Testing

/// Hostile bytes.
struct HostileTests {
  /// Everything that is read without an error can be written.
  private func read(_ unit: Bytes) {
    _ = try? VideoParameterSet(decoding: unit).encoded()
    _ = try? SequenceParameterSet(decoding: unit).encoded()
    _ = try? PictureParameterSet(decoding: unit).encoded()
    _ = try? SupplementalEnhancementInformation(decoding: unit).encoded()
    NALUnit.describe(unit, sets: HostileTests.sets, to: FieldRecorder())
    for type: UInt8 in [1, 19, 32, 39] {
      let header = [type << 1, 1]
      NALUnit.describe(Bytes(header + unit), sets: HostileTests.sets, to: FieldRecorder())
    }
    for message in HostileTests.payloadTypes {
      let messages = [39 << 1, 1, message, UInt8(min(254, unit.count))] + unit + [0x80]
      NALUnit.describe(Bytes(messages), sets: HostileTests.sets, to: FieldRecorder())
    }
    _ = try? HEVCDecoderConfigurationRecord(decoding: unit).encoded()
    _ = try? LHEVCDecoderConfigurationRecord(decoding: unit).encoded()
    _ = try? HEVCDecoderConfigurationRecord(parameterSets: [unit])
    _ = try? LengthPrefixed.nalUnits(in: unit, lengthSize: 2)
    _ = try? AnnexB.nalUnits(in: unit)
  }

  private static let payloadTypes: [UInt8] = [
    0, 1, 4, 5, 6, 45, 47, 129, 130, 132, 136, 137, 149, 150, 154, 165, 176, 177,
  ]

  private static let sets = make(ParameterSets()) {
    $0.insert(FullSets.video)
    $0.insert(FullSets.sequence)
    // Its number is 0, so that noise refers to it.
    $0.insert(make(FullSets.picture) { $0.id = 0 })
  }

  @Test func noise() {
    var noise = Noise(state: 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<1000 {
      let count = Int.random(in: 0...200, using: &noise)
      // Bytes with few bits set make long Exp-Golomb codes; with many, short ones.
      let mask = UInt8.random(in: 0...255, using: &noise)
      let invert = Bool.random(using: &noise)
      let bytes = (0..<count).map { _ in
        let byte = UInt8.random(in: 0...255, using: &noise)
        return invert ? byte | mask : byte & mask
      }
      read(Bytes(bytes))
    }
  }

  @Test(arguments: TraceVectors.all)
  func damagedSets(_ vector: TraceVector) {
    var noise = Noise(state: 42)
    let original = Array(vector.bytes)
    for _ in 0..<50 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &noise) {
        let index = Int.random(in: 2..<bytes.count, using: &noise)
        bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &noise)
      }
      read(Bytes(bytes))
    }
  }

  /// Values that were read from damaged bytes are written unchanged: nothing is lost.
  @Test(arguments: TraceVectors.all)
  func damagedSetsAreWrittenAsTheyWere(_ vector: TraceVector) throws {
    var noise = Noise(state: 7)
    let original = Array(EmulationPrevention.removed(from: vector.bytes))
    for _ in 0..<50 {
      var bytes = original
      let index = Int.random(in: 2..<bytes.count, using: &noise)
      bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &noise)
      let unit = Bytes(bytes)
      let written: [UInt8]?
      switch NALUnit.type(of: unit) {
      case .videoParameterSet?: written = try? VideoParameterSet(decoding: unit).encoded()
      case .sequenceParameterSet?: written = try? SequenceParameterSet(decoding: unit).encoded()
      default: written = try? PictureParameterSet(decoding: unit).encoded()
      }
      if let written { #expect(written == bytes) }
    }
  }

  @Test func countsAreBounded() throws {
    // sps_max_sub_layers_minus1 = 7 in the base layer
    let layers = #expect(throws: FieldError.self) {
      try SequenceParameterSet(nalUnit: hex("4201 0F FFFFFFFF"))
    }
    #expect(
      layers?.description
        == "seq_parameter_set_rbsp/sps_max_sub_layers_minus1 at byte 2: "
        + "is 7, but ITU-T H.265 §7.4.3.2.1 allows at most 6")

    var sets = make(SequenceParameterSet()) {
      $0.width = 64
      $0.height = 64
    }
    sets.shortTermReferencePictureSets = Array(repeating: .init(), count: 65)
    let error = #expect(throws: FieldError.self) { try sets.nalUnit() }
    #expect(error?.path == ["num_short_term_ref_pic_sets"])
    #expect(
      error?.reason == .invalid("is 65, but ITU-T H.265 §7.4.3.2.1 allows at most 64"))
    sets.shortTermReferencePictureSets.removeLast()
    #expect(try SequenceParameterSet(nalUnit: sets.nalUnit()) == sets)
  }

  @Test func windowsLeaveSomething() {
    let set = make(SequenceParameterSet()) {
      $0.width = 64
      $0.height = 64
      $0.conformanceWindow = make(ConformanceWindow()) { $0.right = 32 }
    }
    #expect(set.displaySize.width == 0)
    #expect(throws: FieldError.self) { try set.nalUnit() }
  }

  @Test func listsAgreeWithTheirCounts() {
    let set = make(SequenceParameterSet()) {
      $0.width = 64
      $0.height = 64
      $0.subLayerOrdering = []
    }
    #expect(throws: FieldError.self) { try set.nalUnit() }
    let picture = make(PictureParameterSet()) {
      $0.tiles = make(.init()) {
        $0.columnCountMinus1 = 2
        $0.spacing = .init()
      }
    }
    #expect(throws: FieldError.self) { try picture.nalUnit() }
  }
}
