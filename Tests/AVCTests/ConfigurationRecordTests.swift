import AVC
import FieldCoding
import TestSupport
import Testing

struct ConfigurationRecordTests {
  /// Each field has a different value.
  private let vector = hex(
    """
    01        // configurationVersion
    6E        // AVCProfileIndication 110
    34        // profile_compatibility
    29        // AVCLevelIndication 41
    FD        // reserved 111111, lengthSizeMinusOne 1
    E2        // reserved 111, numOfSequenceParameterSets 2
    0003 676400
    0000
    01        // numOfPictureParameterSets
    0005 68FBACB22C
    FE        // reserved 111111, chroma_format 2
    FA        // reserved 11111, bit_depth_luma_minus8 2
    FB        // reserved 11111, bit_depth_chroma_minus8 3
    01        // numOfSequenceParameterSetExt
    0002 6D80
    """)

  @Test func fields() throws {
    let record = try AVCDecoderConfigurationRecord(decoding: vector)
    #expect(record.configurationVersion == 1)
    #expect(record.profile.idc == 110 && record.profile.constraints.rawValue == 0x34)
    #expect(record.profile.name == "High 10 Intra")
    #expect(record.level.idc == 41 && record.lengthSize == 2)
    #expect(record.sequenceParameterSets == [hex("676400"), Bytes()])
    #expect(record.pictureParameterSets == [hex("68FBACB22C")])
    #expect(record.highProfile?.chromaFormat == .yuv422)
    #expect(record.highProfile?.bitDepthLumaMinus8 == 2)
    #expect(record.highProfile?.bitDepthChromaMinus8 == 3)
    #expect(record.highProfile?.sequenceParameterSetExtensions == [hex("6D80")])
    #expect("\(record.codecString("avc3"))" == "avc3.6E3429")
    #expect(try record.encoded() == Array(vector))
  }

  @Test func prefixesThrowOrAreRecords() throws {
    for count in 0..<vector.count {
      let prefix = try #require(vector.part(0..<count))
      guard let record = try? AVCDecoderConfigurationRecord(decoding: prefix) else { continue }
      // Without the fields of the High profiles, it is a record of an old writer.
      #expect(record.highProfile == nil)
      #expect(count >= 20)
    }
  }

  /// Records that ffmpeg wrote of the streams whose parameter sets they hold.
  private static let records: [(String, PictureSize, String)] = [
    (
      """
      01640029ffe1002467640029acd90102bcb78088000003000800000301932400186a0030d7231807c58b658001
      000568fbacb22cfdf8f800
      """, PictureSize(width: 248, height: 152), "High"
    ),
    (
      """
      0142c00cffe100196742c00cda04057965c044000003000400000300c83c50aa8001000568ce0f2c80
      """, PictureSize(width: 248, height: 152), "Constrained Baseline"
    ),
    (
      """
      01f4000cffe1001b67f4000c90d9b28202bc4c4e0220000003002000000641e28532c001001f68ebe3c44e1246
      1073a318c8e7106442008484010d7ffffffffffffffe8044fffafa00
      """, PictureSize(width: 248, height: 152), "High 4:4:4 Predictive"
    ),
  ]

  @Test(arguments: records)
  func builtFromParameterSets(
    _ text: String, _ size: PictureSize, _ profile: String
  ) throws {
    let theirs = hex(text)
    let record = try AVCDecoderConfigurationRecord(decoding: theirs)
    #expect(try record.encoded() == Array(theirs))
    #expect(try AVCDecoderConfigurationRecord(parameterSets: record.nalUnits) == record)
    #expect(try record.sequence()?.displaySize == size)
    #expect(record.profile.name == profile)
    #expect(throws: FieldError.self) {
      try AVCDecoderConfigurationRecord(parameterSets: record.pictureParameterSets)
    }
  }

  @Test func parameterSetsAreDescribedWhereTheyAre() throws {
    let recorder = FieldRecorder()
    let file = hex("FFFFFF" + (Self.records.first?.0 ?? ""))
    let body = try #require(file.part(3..<file.count))
    _ = try AVCDecoderConfigurationRecord(decoding: body, sink: recorder)
    #expect(recorder.damages == [])
    let width = try #require(
      recorder.fields.first {
        $0.path == "sequenceParameterSet[0]/seq_parameter_set_rbsp/pic_width_in_mbs_minus1"
      })
    #expect(width.value == .uint(15, .decimal))
    // The trace has it at bit 51 of the SPS, which starts at the byte 8 of the record.
    #expect(width.bits.lowerBound == (3 + 8) * 8 + 51)
    #expect(
      recorder.fields.contains {
        $0.path == "pictureParameterSet[0]/pic_parameter_set_rbsp/second_chroma_qp_index_offset"
          && $0.value == .int(-2, .decimal)
      })
  }

  @Test func aBrokenParameterSetHarmsNothingElse() throws {
    let recorder = FieldRecorder()
    let record = try AVCDecoderConfigurationRecord(decoding: vector, sink: recorder)
    #expect(record.sequenceParameterSets.count == 2)
    // The two SPS and the extension.
    #expect(recorder.damages.count == 3)
    #expect(recorder.fields.contains { $0.name == "numOfSequenceParameterSetExt" })
  }

  @Test func names() {
    var set = ProfileConstraints()
    set[1] = true
    #expect(set.rawValue == 0x40)
    #expect(Profile(idc: 66, constraints: set).name == "Constrained Baseline")
    #expect(Profile(idc: 66).name == "Baseline")
    #expect(Profile(idc: 100, constraints: .init(rawValue: 0x0C)).name == "Constrained High")
    #expect(Profile(idc: 99).name == nil)
    #expect(Level(idc: 11).name(in: Profile(idc: 66, constraints: .init(rawValue: 0x10))) == "1b")
    #expect(Level(idc: 11).name(in: Profile(idc: 100, constraints: .init(rawValue: 0x10))) == "1.1")
    #expect("\(Level(idc: 51))" == "5.1" && "\(Level(idc: 40))" == "4")
  }
}
