import FieldCoding
import TestSupport
import Testing
import VVC

struct ConfigurationRecordTests {
  /// Each field has a different value.
  private let vector = hex(
    """
    FB        // reserved 11111, LengthSizeMinusOne 1, ptl_present_flag 1
    81 3B     // ols_idx 100000010, num_sublayers 011, constant_frame_rate 10, chroma_format_idc 11
    5F        // bit_depth_minus8 2, reserved 11111
    02        // reserved 00, num_bytes_constraint_info 2
    43        // general_profile_idc 33, general_tier_flag 1
    53        // general_level_idc 83
    81 40     // ptl_frame_only_constraint_flag 1, ptl_multi_layer_enabled_flag 0, 00 0001 0100 0000
    40        // ptl_sublayer_level_present_flag[1] 0, [0] 1, ptl_reserved_zero_bit
    33        // sublayer_level_idc[0] 51
    01 12345678  // ptl_num_sub_profiles, general_sub_profile_idc
    0140 00C8 1900  // max_picture_width, max_picture_height, avg_frame_rate
    02        // num_of_arrays
    8D        // array_completeness 1, reserved 00, NAL_unit_type 13, without num_nalus
    0003 006980
    2F 0002   // array_completeness 0, reserved 01, NAL_unit_type 15, num_nalus
    0003 007900 0000
    """)

  @Test func fields() throws {
    let record = try VvcDecoderConfigurationRecord(decoding: vector)
    #expect(record.lengthSize == 2)
    let format = try #require(record.format)
    #expect(format.outputLayerSetIndex == 258 && format.subLayerCount == 3)
    #expect(format.constantFrameRate == 2 && format.chromaFormat == .yuv444)
    #expect(format.bitDepthMinus8 == 2)
    let ptl = format.profileTierLevel
    #expect(ptl.profile.idc == 33 && ptl.isHighTier && "\(ptl.level)" == "5.1")
    #expect(ptl.isFrameOnly && !ptl.hasMultipleLayers)
    #expect(ptl.constraints.count == 14 && ptl.constraints.words == [0x140])
    #expect(ptl.subLayerLevels == [Level(idc: 51), nil] && ptl.subProfiles == [0x1234_5678])
    #expect(format.maxPictureWidth == 320 && format.maxPictureHeight == 200)
    #expect(format.averageFrameRate == 0x1900)
    #expect(record.arrays.map(\.type.rawValue) == [13, 15])
    #expect(record.arrays.map(\.isComplete) == [true, false])
    #expect(record.arrays.map(\.reserved) == [0, 1])
    #expect(record.nalUnits == [hex("006980"), hex("007900"), Bytes()])
    #expect(try record.encoded() == Array(vector))
    // 10000001 01000000 in RFC 4648's alphabet: 10000 00101 00000 0....
    #expect(record.codecString().map { "\($0)" } == "vvc1.33.H83.CQFAA")
  }

  @Test func everyPrefixThrows() throws {
    for count in 0..<vector.count {
      let prefix = try #require(vector.part(0..<count))
      #expect(throws: FieldError.self) { try VvcDecoderConfigurationRecord(decoding: prefix) }
    }
  }

  @Test func withoutFormat() throws {
    let record = try VvcDecoderConfigurationRecord(decoding: hex("FE 00"))
    #expect(record.format == nil && record.arrays.isEmpty && record.lengthSize == 4)
    #expect(record.codecString() == nil)
    #expect(try record.encoded() == [0xFE, 0])
  }

  /// ISO/IEC 14496-15 §E.6, with one flag: 80 in base 32 (RFC 4648 §6) is `QA`.
  @Test func codecStrings() throws {
    var ptl = VvcPTLRecord()
    ptl.level = Level(idc: 51)
    ptl.isFrameOnly = true
    var format = VvcDecoderConfigurationRecord.Format()
    format.profileTierLevel = ptl
    var record = VvcDecoderConfigurationRecord()
    record.format = format
    #expect(record.codecString().map { "\($0)" } == "vvc1.1.L51.CQA")
    #expect(try VvcDecoderConfigurationRecord(decoding: Bytes(record.encoded())).format != nil)
  }

  /// The body of `vvcC` in a file of libheif's test corpus, behind version and flags.
  @Test func aRealRecord() throws {
    let body = hex(
      """
      ff00651f010210800000002000206317028f00010099007900ad02108000008108212a007374dba6469149bc
      e1365630408278032831610860c442064883521e8f56a4bc926a4b2445a88bc449a889149112648893519648
      42d4217842f56a4bc97a865062c4031620204204040a8408081a4204040b1020204410102c82020484041902
      0442040b2102048810682049041c20c81168412421c43425c8e57ff7657e7240000003004000000646200090
      0001000c00810000841088900cfb8200
      """)
    let recorder = FieldRecorder()
    let record = try VvcDecoderConfigurationRecord(decoding: body, sink: recorder)
    #expect(recorder.damages == [])
    #expect(try record.encoded() == Array(body))
    #expect(try record.sequence()?.displaySize == PictureSize(width: 32, height: 32))
    #expect(record.codecString("vvi1").map { "\($0)" } == "vvi1.1.L16.CQA")
    #expect(
      recorder.fields.contains {
        $0.path == "arrays[0]/nalus[0]/seq_parameter_set_rbsp/sps_pic_width_max_in_luma_samples"
          && $0.value == .uint(32, .decimal)
      })
  }
}
