import FieldCoding
import HEVC
import NALUnits
import Testing

/// SEI messages whose syntax depends on the SPS, with decoding units.
struct TimingMessageTests {
  private let sets = make(ParameterSets()) { $0.insert(FullSets.sequence) }

  @Test func bufferingPeriodWithDecodingUnits() throws {
    let payload = bits(
      """
      0001100                     // bp_seq_parameter_set_id 11
      1 0000000000000000000110    // concatenation_flag, au_cpb_removal_delay_delta_minus1 6
      000000000000000000000001 000000000000000000000010       // of NAL: initial delay and offset
      000000000000000000000011 000000000000000000000100       // and the alternative ones
      000000000000000000000101 000000000000000000000110       // of VCL
      000000000000000000000111 000000000000000000001000
      0 1                         // use_alt_cpb_params_flag, payload_bit_equal_to_one
      """)
    let period = try BufferingPeriod(decoding: payload, sets: sets)
    #expect(period.sequenceParameterSetID == 11 && period.delayOffsets == nil)
    #expect(period.isConcatenation && period.removalDelayDeltaMinus1 == 6)
    #expect(period.nal.map(\.offset) == [2] && period.nal.map(\.alternativeDelay) == [3])
    #expect(period.vcl.map(\.delay) == [5] && period.vcl.map(\.alternativeOffset) == [8])
    #expect(period.usesAlternative == false && period.trailing.unknown.isEmpty)
    #expect(try period.encoded(sets: sets) == Array(payload))
    #expect(throws: FieldError.self) { try BufferingPeriod(decoding: payload, sets: .init()) }
    for count in 0..<payload.count - 1 {
      let prefix = try #require(payload.part(0..<count))
      #expect(throws: FieldError.self) { try BufferingPeriod(decoding: prefix, sets: sets) }
    }
  }

  @Test func bufferingPeriodWithOffsets() throws {
    let sequence = make(FullSets.sequence) { $0.vui?.hrd?.common.subPictures = nil }
    let sets = make(ParameterSets()) { $0.insert(sequence) }
    let payload = bits(
      """
      0001100 1                   // irap_cpb_params_present_flag
      0000000000000000000111 000000000000001001   // cpb_delay_offset 7, dpb_delay_offset 9
      0 0000000000000000000110
      000000000000000000000001 000000000000000000000010
      000000000000000000000011 000000000000000000000100
      000000000000000000000101 000000000000000000000110
      000000000000000000000111 000000000000000000001000
      1
      """)
    let period = try BufferingPeriod(decoding: payload, sets: sets)
    #expect(period.delayOffsets?.cpb == 7 && period.delayOffsets?.dpb == 9)
    #expect(period.usesAlternative == nil)
    #expect(period.vcl.map(\.alternativeDelay) == [7])
    #expect(try period.encoded(sets: sets) == Array(payload))
  }

  @Test func pictureTimingWithDecodingUnits() throws {
    let payload = bits(
      """
      1001 01 1                   // pic_struct 9, source_scan_type 1, duplicate_flag
      0000000000000000000101      // au_cpb_removal_delay_minus1 5
      000000000000000111          // pic_dpb_output_delay 7
      00000000001001              // pic_dpb_output_du_delay 9
      010 0                       // num_decoding_units_minus1 1, du_common_cpb_removal_delay_flag
      011 00000000000000000011    // num_nalus_in_du_minus1 2, increment 3
      00100                       // num_nalus_in_du_minus1 3
      1
      """)
    let timing = try PictureTiming(decoding: payload, sequence: FullSets.sequence)
    #expect(timing.frameField?.structure == 9 && timing.frameField?.isDuplicate == true)
    #expect(timing.delays?.removalDelayMinus1 == 5 && timing.delays?.outputDelay == 7)
    #expect(timing.delays?.outputDelayDU == 9)
    let units = try #require(timing.delays?.units)
    #expect(units.commonIncrementMinus1 == nil)
    #expect(units.units.map(\.nalUnitCountMinus1) == [2, 3])
    #expect(units.units.map(\.incrementMinus1) == [3, 0])
    #expect(try timing.encoded(sequence: FullSets.sequence) == Array(payload))
    for count in 0..<payload.count {
      let prefix = try #require(payload.part(0..<count))
      #expect(throws: FieldError.self) {
        try PictureTiming(decoding: prefix, sequence: FullSets.sequence)
      }
    }
  }

  @Test func decodingUnit() throws {
    let payload = bits("00100 1 00000000001011 1")
    let unit = try DecodingUnitInformation(decoding: payload, sequence: FullSets.sequence)
    #expect(unit.index == 3 && unit.outputDelay == 11)
    #expect(try unit.encoded(sequence: FullSets.sequence) == Array(payload))

    let stated = make(FullSets.sequence) {
      $0.vui?.hrd?.common.subPictures?.isInPictureTimingSEI = false
    }
    let other = bits("00100 00000000000000001101 0 1")
    let increment = try DecodingUnitInformation(decoding: other, sequence: stated)
    #expect(increment.removalDelayIncrement == 13 && increment.outputDelay == nil)
    #expect(try increment.encoded(sequence: stated) == Array(other))
  }
}
