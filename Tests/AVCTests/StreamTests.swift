import AVC
import FieldCoding
import TestSupport
import Testing

/// Units of a stream of fields that x264 wrote, and what ffmpeg's `trace_headers` finds in them.
struct StreamTests {
  private let sps = hex("67640029acd90102bcb78088000003000800000301932400186a0030d7231807c58b6580")
  private let pps = hex("68fbacb22c")

  private func sets() throws -> ParameterSets { try ParameterSets([sps, pps]) }

  private static let slices = [
    TraceVector(
      name: "IDR slice", nalUnit: "6588820b03ffa839a7b39b7d6c701ce32e3d8b275590b6546ffa2cd42d21",
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=3 3:nal_unit_type=5 8:first_mb_in_slice=0
        9:slice_type=7 16:pic_parameter_set_id=0 17:frame_num=0 21:field_pic_flag=0 22:idr_pic_id=0
        23:pic_order_cnt_lsb=1 29:delta_pic_order_cnt_bottom=-1
        """),
    TraceVector(
      name: "second slice", nalUnit: "4106268877905ffffef48291f8f4703356a0b4fd5e750d1105bfd7226562",
      trace: """
        0:forbidden_zero_bit=0 1:nal_ref_idc=2 3:nal_unit_type=1 8:first_mb_in_slice=48
        19:slice_type=5 24:pic_parameter_set_id=0 25:frame_num=1 29:field_pic_flag=0
        30:pic_order_cnt_lsb=7 36:delta_pic_order_cnt_bottom=-1
        """),
  ]

  @Test(arguments: slices)
  func sliceHeaders(_ vector: TraceVector) throws {
    let recorder = FieldRecorder()
    let slice = try SliceHeader(nalUnit: vector.bytes, sets: sets(), sink: recorder)
    #expect(recorder.fields.compactMap(\.traced) == vector.entries)
    // The read part is a whole number of fields, but not of bytes.
    let written = try slice.encoded()
    #expect(written.dropLast() == Array(vector.bytes.prefix(written.count - 1))[...])
    for count in 0..<written.count - 1 {
      let prefix = try #require(vector.bytes.part(0..<count))
      #expect(throws: FieldError.self) { try SliceHeader(nalUnit: prefix, sets: sets()) }
    }
    let error = #expect(throws: FieldError.self) {
      try SliceHeader(nalUnit: vector.bytes, sets: ParameterSets([sps]))
    }
    #expect(error?.path == ["slice_header", "pic_parameter_set_id"])
    #expect(throws: FieldError.self) { try SliceHeader(nalUnit: pps, sets: sets()) }
  }

  @Test func baselineSlice() throws {
    // pic_order_cnt_type 2: nothing orders pictures but the order in which they come.
    let sets = try ParameterSets(
      TraceVectors.all.filter { $0.name.contains("baseline") }.map(\.bytes))
    let slice = try SliceHeader(nalUnit: hex("419a2057f0ed4984fc53e3cd61000130a4b4"), sets: sets)
    #expect(slice.frameNumber == 1 && slice.type == 5 && slice.header.referenceIDC == 2)
    #expect(slice.layout.pictureOrder == .decoding)
  }

  @Test func bufferingPeriod() throws {
    let sei = try SupplementalEnhancementInformation(nalUnit: hex("06000593c670465380"))
    let payload = try #require(sei.messages.first?.payload)
    let recorder = FieldRecorder()
    let period = try BufferingPeriod(payload: payload, sets: sets(), sink: recorder)
    #expect(
      recorder.fields.compactMap(\.traced) == [
        "24:seq_parameter_set_id=0", "25:initial_cpb_removal_delay=80999",
        "44:initial_cpb_removal_delay_offset=9001", "63:bit_equal_to_one=1",
      ])
    #expect(try period.encoded() == Array(payload))
    #expect(throws: FieldError.self) {
      try BufferingPeriod(payload: payload, sets: ParameterSets())
    }
  }

  @Test func pictureTiming() throws {
    let sei = try SupplementalEnhancementInformation(nalUnit: hex("0601030010c880"))
    let payload = try #require(sei.messages.first?.payload)
    let sequence = try SequenceParameterSet(nalUnit: sps).data
    let timing = try PictureTiming(payload: payload, sequence: sequence)
    #expect(timing.cpbRemovalDelay == 0 && timing.dpbOutputDelay == 4)
    #expect(timing.pictureStructure == 3 && timing.timestamps == [nil, nil])
    #expect(try timing.encoded() == Array(payload))
  }

  /// ITU-T H.264 §D.1.3, with each form of a time.
  @Test func clockTimestamps() throws {
    let payload = bits(
      """
      0101            // pic_struct: top, bottom, top
      1               // clock_timestamp_flag
      01 1 10010      // ct_type, nuit_field_based_flag, counting_type
      1 0 1 00011001  // full_timestamp_flag, discontinuity_flag, cnt_dropped_flag, n_frames
      110011 101010 10111
      111111111111111111111110  // time_offset
      1               // clock_timestamp_flag
      10 0 00001
      0 1 0 00000111
      1 000011 1 000101 0  // seconds_flag, seconds_value, minutes_flag, minutes_value, hours_flag
      000000000000000000000011
      0               // clock_timestamp_flag
      1               // bit_equal_to_one
      """)
    var sequence = SequenceParameterSetData()
    sequence.vui = make(VideoUsabilityInformation()) { $0.hasPictureStructure = true }
    let timing = try PictureTiming(payload: payload, sequence: sequence)
    #expect(timing.timestamps.count == 3)
    let first = try #require(timing.timestamps[0])
    #expect(first.type == 1 && first.countsFields && first.countingType == 18)
    #expect(!first.isDiscontinuous && first.hasDroppedCount && first.frames == 25)
    #expect(first.time == .full(hours: 23, minutes: 42, seconds: 51) && first.offset == -2)
    let second = try #require(timing.timestamps[1])
    #expect(second.isDiscontinuous && second.frames == 7 && second.offset == 3)
    #expect(second.time == .minutes(5, seconds: 3))
    #expect(timing.timestamps[2] == nil)
    #expect(try timing.encoded() == Array(payload))
    for count in 0..<payload.count {
      let prefix = try #require(payload.part(0..<count))
      #expect(throws: FieldError.self) { try PictureTiming(payload: prefix, sequence: sequence) }
    }
  }

  @Test func recoveryPoint() throws {
    let payload = bits("00101 1 0 10 1")
    let content = try SEIPayloadContent<RecoveryPoint>(decoding: payload)
    let point = content.payload
    #expect(point.frameCount == 4 && point.isExact && !point.isBrokenLink)
    #expect(point.changingSliceGroupIDC == 2)
    #expect(try content.encoded() == Array(payload))
  }

  /// ITU-T H.264 §G.7.3.1.1, §H.7.3.1.1, §J.7.3.1.1
  @Test(arguments: [
    ("0 11 01110 1 1 010101 0 011 0101 110 1 0 1 11", 4),
    ("0 10 10100 0 1 101010 1000000011 101 1 0 1", 4),
    ("0 01 10101 1 10000001 1 0 110 0 1", 3),
    ("0 01 10101 0 0 010101 0100000010 011 0 1 1", 4),
  ])
  func headersOfLayersAndViews(_ text: String, size: Int) throws {
    let bytes = bits(text)
    let header = try NALUnitHeader(decoding: bytes)
    #expect(header.size == size && bytes.count == size)
    #expect(try header.encoded() == Array(bytes))
  }

  @Test func extensionFields() throws {
    let header = try NALUnitHeader(decoding: bits("0 11 01110 1 1 010101 0 011 0101 110 1 0 1 11"))
    guard case .scalable(let part)? = header.extension else {
      Issue.record("no scalable extension")
      return
    }
    #expect(part.isInstantaneousRefresh && part.priorityID == 21 && part.dependencyID == 3)
    #expect(part.qualityID == 5 && part.temporalID == 6 && part.usesReferenceBasePicture)
    #expect(!part.isDiscardable && part.isOutput && !part.hasNoInterLayerPrediction)
  }
}
