import FieldCoding
import HEVC
import Testing

struct ConfigurationRecordTests {
  /// Each field has a different value.
  private let vector = hex(
    """
    01              // configurationVersion
    65              // general_profile_space 01, general_tier_flag 1, general_profile_idc 00101
    12345678        // general_profile_compatibility_flags
    9ABCDEF01357    // general_constraint_indicator_flags
    7B              // general_level_idc 123
    F2 34           // reserved 1111, min_spatial_segmentation_idc 0x234
    FE              // reserved 111111, parallelismType 2
    FF              // reserved 111111, chroma_format_idc 3
    FC              // reserved 11111, bit_depth_luma_minus8 4
    F9              // reserved 11111, bit_depth_chroma_minus8 1
    2468            // avgFrameRate
    AD              // constantFrameRate 10, numTemporalLayers 101, temporalIdNested 1, 01
    02              // numOfArrays
    A7 0001         // array_completeness 1, reserved 0, NAL_unit_type 39; numNalus
    0005 4E01 05 00 80
    60 0002         // array_completeness 0, reserved 1 (as libheif writes), NAL_unit_type 32
    0003 4001 0C  0000
    """)

  @Test func fields() throws {
    let record = try HEVCDecoderConfigurationRecord(decoding: vector)
    #expect(record.configurationVersion == 1)
    #expect(record.profile.space == 1 && record.profile.tier == .high && record.profile.idc == 5)
    #expect(record.profile.compatibility.rawValue == 0x1234_5678)
    #expect(record.profile.constraints.rawValue == 0x9ABC_DEF0_1357)
    #expect(record.level == Level(idc: 123))
    #expect(record.minSpatialSegmentationIDC == 0x234)
    #expect(record.parallelism == .tiles)
    #expect(record.chromaFormat == .yuv444)
    #expect(record.bitDepthLumaMinus8 == 4 && record.bitDepthChromaMinus8 == 1)
    #expect(record.averageFrameRate == 0x2468 && record.constantFrameRate == 2)
    #expect(record.temporalLayerCount == 5 && record.isTemporalIDNested)
    #expect(record.lengthSize == 2)
    #expect(record.arrays.map(\.type) == [.prefixSEI, .videoParameterSet])
    #expect(record.arrays.map(\.isComplete) == [true, false])
    #expect(record.arrays.map(\.reserved) == [0, 1])
    #expect(record.nalUnits == [hex("4E01050080"), hex("40010C"), Bytes()])
    #expect(try record.encoded() == Array(vector))
  }

  @Test func everyPrefixThrows() throws {
    for count in 0..<vector.count {
      let prefix = try #require(vector.part(0..<count))
      #expect(throws: FieldError.self) { try HEVCDecoderConfigurationRecord(decoding: prefix) }
    }
  }

  @Test func layers() throws {
    let vector = hex(
      """
      01        // configurationVersion
      F2 34     // reserved 1111, min_spatial_segmentation_idc 0x234
      FF        // reserved 111111, parallelismType 3
      EB        // reserved 11, numTemporalLayers 101, temporalIdNested 0, lengthSizeMinusOne 3
      01        // numOfArrays
      A1 0001 0002 4209
      """)
    let record = try LHEVCDecoderConfigurationRecord(decoding: vector)
    #expect(record.minSpatialSegmentationIDC == 0x234 && record.parallelism == .rows)
    #expect(record.temporalLayerCount == 5 && !record.isTemporalIDNested)
    #expect(record.lengthSize == 4 && record.nalUnits(.sequenceParameterSet) == [hex("4209")])
    #expect(try record.encoded() == Array(vector))
  }

  /// Records that ffmpeg wrote of the streams whose parameter sets they hold.
  private static let records = [
    """
    0101600000009000000000003cf000fcfdf8f800000f03a00001001840010c01ffff016000000300
    90000003000003003c959809a10001003c42010101600000030090000003000003003ca01d202672
    4996566924e5782f3808080d21672898000003000800000300cb0864b2f00186a0006ddd10a20001
    00074401c172b46240
    """,
    """
    0104080000009d08000000003cf000fcfefafa00000f03a00001001740010c01ffff040800000300
    9d0800000300003c959809a10001002e4201010408000003009d0800000300003cb01d2026724ed9
    6566924caf016a12201208000003000800000300c840a2000100074401c176b62240
    """,
    """
    0104080000009fe8000000005af000fcfcf8f800000f03a00001001740010c01ffff040800000300
    9fe800000300005aba0240a1000100284201010408000003009fe800000300005ac01408078596ea
    4932bc05b02000000300200000030321a2000100074401c172b06240
    """,
    """
    010408000000980800000000fff000fcfffcfc00000f03a00001001740010c01ffff040800000300
    98080000030000ff959809a10001002c42010104080000030098080000030000ff9003a404ce79ca
    52cacd24995e02d0100000030010000003019080a2000100084401c1703062b120
    """,
    """
    01222000000090000000000099f000fcfdfafa00000f03a00001001840010c01ffff222000000300
    900000030000030099999809a10001002c420101222000000300900000030000030099a01d202672
    48d96666924cab016808000003000800000300c840a2000100084401c07e8e291d24
    """,
  ]

  @Test(arguments: records)
  func builtFromParameterSets(_ text: String) throws {
    let theirs = hex(text)
    let record = try HEVCDecoderConfigurationRecord(decoding: theirs)
    #expect(try record.encoded() == Array(theirs))
    let ours = try HEVCDecoderConfigurationRecord(parameterSets: record.nalUnits)
    #expect(ours == record)
  }

  @Test func segmentationNeedsAPromise() throws {
    let vectors = TraceVectors.all.filter { $0.name.hasPrefix("FullSets") }.map(\.bytes)
    let record = try HEVCDecoderConfigurationRecord(parameterSets: vectors.reversed())
    #expect(record.minSpatialSegmentationIDC == 77)
    #expect(record.parallelism == .tiles)
    #expect(record.chromaFormat == .yuv422)
    #expect(record.bitDepthLumaMinus8 == 2 && record.bitDepthChromaMinus8 == 1)
    #expect(record.temporalLayerCount == 3 && !record.isTemporalIDNested)
    #expect(record.arrays.map(\.type.rawValue) == [32, 33, 34])
    #expect(throws: FieldError.self) {
      try HEVCDecoderConfigurationRecord(parameterSets: [vectors[0], vectors[2]])
    }
    #expect(throws: FieldError.self) {
      try HEVCDecoderConfigurationRecord(parameterSets: [hex("2601AF")])
    }
  }

  @Test func parameterSetsAreDescribedWhereTheyAre() throws {
    let recorder = FieldRecorder()
    let file = hex("FFFFFF" + (Self.records.first ?? ""))
    let body = try #require(file.part(3..<file.count))
    _ = try HEVCDecoderConfigurationRecord(decoding: body, sink: recorder)
    #expect(recorder.damages == [])
    let width = try #require(
      recorder.fields.first {
        $0.path == "arrays[1]/nalus[0]/seq_parameter_set_rbsp/pic_width_in_luma_samples"
      })
    #expect(width.value == .uint(232, .decimal))
    // The trace has it at bit 124 of the RBSP: bit 4 of the byte 15. Three bytes of emulation prevention
    // precede it. The SPS starts at the byte 57 of the record.
    #expect(width.bits.lowerBound == (3 + 57 + 15 + 3) * 8 + 4)
    let idc = try #require(recorder.fields.first { $0.name == "general_level_idc" })
    #expect(idc.bits == (3 + 12) * 8..<(3 + 13) * 8)
  }

  @Test func aBrokenParameterSetHarmsNothingElse() throws {
    let recorder = FieldRecorder()
    let record = try HEVCDecoderConfigurationRecord(decoding: vector, sink: recorder)
    #expect(record.arrays.count == 2)
    // The message has no payload, where its type wants a UUID.
    #expect(recorder.damages.map(\.offset) == [32, vector.count - 3, vector.count])
    #expect(
      recorder.fields.contains {
        $0.path == "arrays[0]/nalus[0]/sei_rbsp/sei_message[0]/payloadType"
      })
    #expect(recorder.fields.contains { $0.path == "arrays[1]/nalus[0]/nalUnit" })
  }
}
