import AV1
import FieldCoding
import TestSupport
import Testing

struct ConfigurationRecordTests {
  /// Each field has a different value.
  private let vector = hex(
    """
    83        // marker 1, version 3
    4D        // seq_profile 2, seq_level_idx_0 13
    EA        // seq_tier_0 1, high_bitdepth 1, twelve_bit 1, monochrome 0,
              // chroma_subsampling_x 1, chroma_subsampling_y 0, chroma_sample_position 2
    17        // reserved 000, initial_presentation_delay_present 1, 7
    12 00     // OBU_TEMPORAL_DELIMITER
    7A 82 80 00 AB CD  // OBU_PADDING, whose size takes three bytes
    """)

  @Test func fields() throws {
    let record = try AV1CodecConfigurationRecord(decoding: vector)
    #expect(record.version == 3 && record.profile == .professional && record.level.index == 13)
    #expect("\(record.level)" == "5.1" && record.isHighTier)
    #expect(record.isHighBitDepth && record.isTwelveBit && !record.isMonochrome)
    #expect(record.chromaSubsamplingX && !record.chromaSubsamplingY)
    #expect(record.chromaSamplePosition == 2)
    #expect(record.initialPresentationDelayMinusOne == 7)
    let units = try record.units()
    #expect(units.map(\.header.type) == [.temporalDelimiter, .padding])
    #expect(units.last?.payload == hex("AB CD") && units.last?.sizeByteCount == 3)
    #expect(units.last?.payload.fileOffset == 10)
    #expect(try record.encoded() == Array(vector))
    #expect(try units.flatMap { try $0.encoded() } == Array(record.configOBUs))
    for count in 0..<4 {
      let prefix = try #require(vector.part(0..<count))
      #expect(throws: FieldError.self) { try AV1CodecConfigurationRecord(decoding: prefix) }
    }
  }

  /// Records that ffmpeg wrote of streams of libaom, and the strings of AV1 Codec ISO Media File
  /// Format Binding §5.
  @Test(arguments: [
    ("81004c000a0e00000003bfbcb9b5f2a122013080", "av01.0.00M.10.0.110.09.16.09.1"),
    ("812000000a0a20000003bfbcb9b5f204", "av01.1.00M.08.0.000.01.01.01.0"),
    ("814068000a0b40000003bfbcb9b5f2c440", "av01.2.00M.12.0.100.01.01.01.0"),
    ("81001c000a06181dfde5da54", "av01.0.00M.08.1.110.01.01.01.1"),
  ])
  func builtFromUnits(_ text: String, _ codec: String) throws {
    let theirs = hex(text)
    let record = try AV1CodecConfigurationRecord(decoding: theirs)
    #expect(try record.encoded() == Array(theirs))
    #expect(try AV1CodecConfigurationRecord(units: record.units()).encoded() == Array(theirs))
    #expect(try record.sequenceHeader()?.maxFrameSize == PictureSize(width: 248, height: 152))
    #expect("\(record.codecString())" == codec)
    let recorder = FieldRecorder()
    _ = try AV1CodecConfigurationRecord(decoding: theirs, sink: recorder)
    #expect(recorder.damages == [])
    #expect(
      recorder.fields.contains {
        $0.path == "obu[0]/sequence_header_obu/max_frame_width_minus_1"
          && $0.value == .uint(247, .decimal)
      })
  }

  /// Without a sequence header, and with one that states no colours: the container states them.
  @Test(arguments: [
    ("81 1F 4C 00", true, "av01.0.31M.10.0.110.09.16.09.1"),
    ("81 1F 4C 00", nil, "av01.0.31M.10"),
    ("81004c000a0e00000003bfbcb9b5f2a122013080", false, "av01.0.00M.10.0.110.09.16.09.1"),
    ("812000000a0a20000003bfbcb9b5f204", true, "av01.1.00M.08.0.000.09.16.09.0"),
  ])
  func coloursOfTheContainer(_ text: String, isFullRange: Bool?, codec: String) throws {
    let record = try AV1CodecConfigurationRecord(decoding: hex(text))
    var stated = VideoSignal()
    var colour = ColourDescription()
    colour.colourPrimaries = 9
    colour.transferCharacteristics = 16
    colour.matrixCoefficients = 9
    stated.colour = colour
    stated.isFullRange = isFullRange ?? false
    #expect("\(record.codecString(stated: isFullRange == nil ? nil : stated))" == codec)
  }

  @Test func brokenUnitsHarmNothingElse() throws {
    let recorder = FieldRecorder()
    let record = try AV1CodecConfigurationRecord(
      decoding: hex("81 00 0C 00 0A 05 00 00"), sink: recorder)
    #expect(record.configOBUs.count == 4)
    #expect(recorder.damages.count == 1)
    #expect(throws: FieldError.self) { try record.units() }
    #expect("\(record.codecString())" == "av01.0.00M.08")
    #expect(throws: FieldError.self) { try AV1CodecConfigurationRecord(units: []) }
  }

  @Test func sizes() throws {
    #expect(throws: FieldError.self) {
      try OpenBitstreamUnit(decoding: hex("7A 80 80 80 80 80 80 80 80 00"))
    }
    #expect(throws: FieldError.self) {
      try OpenBitstreamUnit(decoding: hex("7A FF FF FF FF FF 00"))
    }
    let unit = OpenBitstreamUnit(.padding, payload: Bytes([UInt8](repeating: 7, count: 300)))
    #expect(try unit.encoded().prefix(3) == [0x7A, 0xAC, 0x02])
    let withoutSize = try OpenBitstreamUnit(decoding: hex("7D B9 01 02"))
    #expect(!withoutSize.header.hasSize && withoutSize.header.reservedBit)
    #expect(withoutSize.header.layer?.temporalID == 5 && withoutSize.header.layer?.spatialID == 3)
    #expect(withoutSize.header.layer?.reserved == 1 && withoutSize.payload == hex("01 02"))
    #expect(try withoutSize.encoded() == [0x7D, 0xB9, 1, 2])
  }
}
