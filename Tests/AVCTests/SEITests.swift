import AVC
import FieldCoding
import NALUnits
import TestSupport
import Testing

/// SEI messages that x264 and ffmpeg wrote, and what ffmpeg's `trace_headers` finds in them.
struct SEITests {
  private static let parameterSets = [
    "67640009acd9047b011000000300100000030326020061a00186b918c03e244b2c", "68efbcb0",
  ]
  private let sets: AVC.ParameterSets

  init() throws { sets = try AVC.ParameterSets(Self.parameterSets.map { hex($0) }) }

  private static let vectors = [
    TraceVector(
      name: "buffering period, display orientation", nalUnit: "06000593c81046572f0348000980",
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=0 3:nal_unit_type=6 24:seq_parameter_set_id=0
        25:initial_cpb_removal_delay=81025 44:initial_cpb_removal_delay_offset=9003
        63:bit_equal_to_one=1 80:display_orientation_cancel_flag=0 81:hor_flip=1 82:ver_flip=0
        83:anticlockwise_rotation=16384 99:display_orientation_repetition_period=1
        102:display_orientation_extension_flag=0 103:bit_equal_to_one=1 104:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "mastering display",
      nalUnit: "06891833c286c41d4c0bb884d03e803d13404200989680000003003280",
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=0 3:nal_unit_type=6 24:display_primaries_x=13250
        40:display_primaries_y=34500 56:display_primaries_x=7500 72:display_primaries_y=3000
        88:display_primaries_x=34000 104:display_primaries_y=16000 120:white_point_x=15635
        136:white_point_y=16450 152:max_display_mastering_luminance=10000000
        184:min_display_mastering_luminance=50 216:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "content light level", nalUnit: "06900403e8019080",
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=0 3:nal_unit_type=6 24:max_content_light_level=1000
        40:max_pic_average_light_level=400 56:rbsp_stop_one_bit=1
        """),
    // ffmpeg does not look into this one: the fields are those of ITU-T H.264 §D.1.26, and their
    // values what x264 was asked for, side by side.
    TraceVector(
      name: "frame packing", nalUnit: "062d07818100000300012080",
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=0 3:nal_unit_type=6 24:frame_packing_arrangement_id=0
        25:frame_packing_arrangement_cancel_flag=0 26:frame_packing_arrangement_type=3
        33:quincunx_sampling_flag=0 34:content_interpretation_type=1 40:spatial_flipping_flag=0
        41:frame0_flipped_flag=0 42:field_views_flag=0 43:current_frame_is_frame0_flag=0
        44:frame0_self_contained_flag=0 45:frame1_self_contained_flag=0 46:frame0_grid_position_x=0
        50:frame0_grid_position_y=0 54:frame1_grid_position_x=0 58:frame1_grid_position_y=0
        62:frame_packing_arrangement_reserved_byte=0
        70:frame_packing_arrangement_repetition_period=1
        73:frame_packing_arrangement_extension_flag=0 74:bit_equal_to_one=1 80:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "picture timing", nalUnit: "06010300101080",
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=0 3:nal_unit_type=6 24:cpb_removal_delay=0
        31:dpb_output_delay=4 38:pic_struct=0 42:clock_timestamp_flag=0 43:bit_equal_to_one=1
        48:rbsp_stop_one_bit=1
        """),
    TraceVector(
      name: "recovery point", nalUnit: "060602344080",
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=0 3:nal_unit_type=6 24:recovery_frame_cnt=5
        29:exact_match_flag=1 30:broken_link_flag=0 31:changing_slice_group_idc=0
        33:bit_equal_to_one=1 40:rbsp_stop_one_bit=1
        """),
  ]

  @Test(arguments: vectors)
  func fieldsAreThoseOfTheTrace(_ vector: TraceVector) {
    // Positions in a trace count bits of the RBSP, so it gets a separate source.
    let rbsp = Bytes(Array(EmulationPrevention.removed(from: vector.bytes, headerSize: 1)))
    let recorder = FieldRecorder()
    AVC.NALUnit.describe(rbsp, sets: sets, to: recorder)
    let found = recorder.fields
      .filter { !["payloadType", "payloadSize", "bit_equal_to_zero"].contains($0.name) }
      .compactMap(\.traced)
      // The filler bits of the last byte have a longer name since HEVC.
      .map {
        $0.hasSuffix(":payload_bit_equal_to_one=1") ? $0.replacing("payload_bit", with: "bit") : $0
      }
    #expect(found == vector.entries)
    #expect(recorder.damages == [])
  }

  @Test(arguments: vectors)
  func writingGivesTheSameBytes(_ vector: TraceVector) throws {
    let sei = try SupplementalEnhancementInformation(nalUnit: vector.bytes)
    #expect(try sei.nalUnit() == vector.bytes)
    for message in sei.messages {
      #expect(try rewritten(message) == Array(message.payload))
    }
  }

  @Test(arguments: vectors)
  func prefixesAndMissingSetsDoNoHarm(_ vector: TraceVector) throws {
    for count in 0..<vector.bytes.count {
      let prefix = try #require(vector.bytes.part(0..<count))
      AVC.NALUnit.describe(prefix, sets: sets, to: FieldRecorder())
      AVC.NALUnit.describe(prefix, to: FieldRecorder())
    }
    for message in try SupplementalEnhancementInformation(nalUnit: vector.bytes).messages {
      for count in 0..<message.payload.count {
        var cut = message
        cut.payload = try #require(message.payload.part(0..<count))
        // The readable part is written unchanged.
        if let bytes = try? rewritten(cut) { #expect(bytes == Array(cut.payload)) }
      }
    }
  }

  /// Bits that no edition of the standard defines are not lost.
  @Test func whatFollowsIsKept() throws {
    let payload = hex("93c810465710")
    let period = try BufferingPeriod(payload: payload, sets: sets)
    #expect(period.nal.map(\.initialCPBRemovalDelay) == [81025])
    #expect(try period.encoded() == Array(payload))
  }

  /// Captions and the settings of an encoder, which AVC and HEVC have in common.
  @Test func userData() {
    let recorder = FieldRecorder()
    let captions = hex("06 04 0B B5 0031 47413934 03 40 FF FF 80")
    AVC.NALUnit.describe(captions, to: recorder)
    #expect(recorder.fields.contains { $0.path.contains("ATSC_user_data/") })
    let settings = hex("06 05 14 DC45E9BDE6D948B7962CD820D923EEEF 78323634 80")
    AVC.NALUnit.describe(settings, to: recorder)
    let texts = recorder.fields.compactMap {
      if case .text(let text) = $0.value { text.string } else { nil }
    }
    #expect(texts.contains("x264"))
    #expect(recorder.damages == [])
  }

  private func rewritten(_ message: SEIMessage) throws -> [UInt8]? {
    switch message.payloadType {
    case 0: return try BufferingPeriod(payload: message.payload, sets: sets).encoded()
    case 1:
      let sequence = try #require(sets.onlySequence)
      return try PictureTiming(payload: message.payload, sequence: sequence).encoded()
    default:
      guard let type = SEIPayloadTypes.avc[message.payloadType] else { return nil }
      return try rewritten(message.payload, as: type)
    }
  }

  private func rewritten<Payload: SEIPayload>(
    _ payload: Bytes, as type: Payload.Type
  ) throws -> [UInt8] {
    try SEIPayloadContent<Payload>(decoding: payload).encoded()
  }
}
