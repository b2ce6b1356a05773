import FieldCoding
import Metadata
import TestSupport
import Testing

@testable import ISOBMFF

/// The descriptions of bytes with a format of their own.
@Suite struct EmbeddedFormatTests {
  /// The parts of a description of the boxes, by path.
  private func described(_ file: [UInt8]) -> [String: FieldValue] {
    let sink = FieldRecorder()
    BoxFile.describe(Bytes(file), to: sink)
    return Dictionary(sink.fields.map { ($0.path, $0.value) }) { first, _ in first }
  }

  private static let profile = """
    000000EC 'lcms' 04 4 3 0000 'mntr' 'RGB ' 'XYZ ' 07E7 0009 000C 000E 0003 000B 'acsp' 'APPL'
    00000003 'Mfr1' 'Mod2' 00000000 00000005 00000001 0000F6D6 00010000 0000D32D 'Crea'
    00112233 44556677 8899AABB CCDDEEFF 00000000 00000000 00000000 00000000 00000000 00000000 00000000
    00000004
    'rTRC' 000000B4 00000020  'gTRC' 000000B4 00000020  'rXYZ' 000000D4 00000014
    'cprt' 000000E8 00000100
    'para' 00000000 0003 0000 00026666 0000F2A7 00000D59 000013D0 00000A5B
    'XYZ ' 00000000 000083DF 00003DBF FFFFFFBB
    00000000
    """

  @Test func coloursAreFields() throws {
    let file = boxBytes("colr", hexArray("'prof' \(Self.profile)"))
    let fields = described(file)
    func value(_ path: String) -> FieldValue? { fields["colr/ICC_profile/" + path] }
    #expect(value("header/profile_size") == .uint(236, .decimal))
    #expect(value("header/bug_fix_version") == .uint(3, .decimal))
    #expect(value("header/profile_class") == .uint(0x6D6E_7472, .fourCC))
    #expect(value("header/date_and_time/hours") == .uint(14, .decimal))
    #expect(value("header/PCS_illuminant/Z") == .int(0xD32D, .fixed(fraction: 16)))
    #expect(value("header/profile_creator") == .uint(UInt64(FourCC("Crea").rawValue), .fourCC))
    #expect(value("tag_count") == .uint(4, .decimal))
    #expect(value("tags[0]/type") == .uint(UInt64(FourCC("para").rawValue), .fourCC))
    #expect(value("tags[0]/g") == .int(0x26666, .fixed(fraction: 16)))
    #expect(value("tags[0]/d") == .int(0xA5B, .fixed(fraction: 16)))
    #expect(value("tags[0]/e") == nil)
    #expect(value("tags[1]/same_data_as") == .uint(UInt64(FourCC("rTRC").rawValue), .fourCC))
    #expect(value("tags[1]/g") == nil)
    #expect(value("tags[2]/XYZ[0]/Z") == .int(-69, .fixed(fraction: 16)))
    // The fourth tag is beyond the end; the box itself is valid, and is written unchanged.
    let sink = FieldRecorder()
    BoxFile.describe(Bytes(file), to: sink)
    #expect(sink.damages.map(\.reason) == [.invalid("the tag is beyond the end of the profile")])
    let box = try #require(BoxFile(Bytes(file)).boxes.first)
    #expect(box.damage.isEmpty && box[ColourInformationBox.self]?.iccProfile.count == 236)
  }

  /// Thousands of tags may point to the same megabyte.
  @Test func tagsThatOverlapAreNotShownAgainAndAgain() throws {
    var bytes = [UInt8](repeating: 0, count: 128) + hexArray("00000100")
    for index in 0..<256 {
      bytes += hexArray("'text'") + be32(132 + 256 * 12 + index) + be32(50_000)
    }
    bytes += hexArray("'text' 00000000") + [UInt8](repeating: 0x61, count: 50_400)
    let sink = FieldRecorder()
    BoxFile.describe(Bytes(boxBytes("iicc", bytes)), to: sink)
    let text = sink.fields.reduce(0) { sum, field in
      guard case .text(let text) = field.value else { return sum }
      return sum + text.bytes.count
    }
    #expect(text <= 2 * bytes.count)
    #expect(sink.fields.contains { $0.path == "iicc/tags[255]/size" })
  }

  private func be32(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  @Test func whatIsNotOfTheFormatStaysBytes() {
    let sink = FieldRecorder()
    BoxFile.describe(Bytes(boxBytes("CMT1", [1, 2, 3, 4, 5, 6, 7, 8, 9])), to: sink)
    #expect(sink.fields.map(\.path) == ["CMT1/data"])
    #expect(sink.damages.count == 1)
  }

  /// Examples of SCTE 35 §14; their checksums are those of CRC-32/MPEG-2.
  @Test func splices() throws {
    let signal = try decoded(
      SpliceInfoSection.self,
      """
      FC 3034 00 0000000000 FF FFF 005 06 FE 72BD0050 001E
      02 1C 43554549 4800008E 7F CF 0001A599B0 08 08 000000002CA0A18A 34 02 00
      9AC9D17E
      """)
    guard case .timeSignal(let time) = signal.command else {
      Issue.record("not a time signal")
      return
    }
    #expect(time.ptsTime == 0x0_72BD_0050 && signal.tier == 0xFFF)
    guard case .segmentation(let segment) = try #require(signal.descriptors.first).content else {
      Issue.record("not a segmentation")
      return
    }
    #expect(segment.eventID == 0x4800_008E && segment.duration == 0x01_A599_B0)
    #expect(segment.restrictions?.isArchiveAllowed == true && segment.restrictions?.devices == 3)
    #expect(segment.restrictions?.isWebAllowed == false && segment.components == nil)
    #expect(segment.upidType == 8 && segment.upid.count == 8 && segment.typeID == 0x34)
    #expect(segment.segmentNumber == 2 && segment.segmentsExpected == 0)
    #expect(signal.checksum == 0x9AC9_D17E && signal.controlWordIndex == 0xFF)

    let splice = try decoded(
      SpliceInfoSection.self,
      """
      FC 302F 00 0000000000 FF FFF 014 05 4800008F 7F EF FE 7369C02E FE 0052CCF5 0000 00 00
      000A 00 08 43554549 00000135 62DBA30A
      """)
    guard case .insert(let insert) = splice.command else {
      Issue.record("not an insertion")
      return
    }
    #expect(insert.eventID == 0x4800_008F && insert.isOutOfNetwork && !insert.isImmediate)
    #expect(insert.time?.ptsTime == 0x0_7369_C02E && insert.components == nil)
    #expect(insert.breakDuration?.duration == 0x52_CCF5)
    #expect(insert.breakDuration?.isAutoReturn == true && insert.programID == 0)
    #expect(splice.descriptors.first?.content == .avail(309))
    #expect(splice.checksum == 0x62DB_A30A)
  }

  @Test func messagesOfSplicesAreFields() {
    let message =
      "FC 3011 00 0000000000 00 FFF 000 00 0000 7A4FBFFF"
    let fields = described(
      boxBytes(
        "emsg",
        hexArray(
          "01000000 00000001 0000000000000002 00000003 00000004 'urn:scte:scte35:2013:bin' 00 00 \(message)"
        )))
    #expect(fields["emsg/message_data/CRC_32"] == .uint(0x7A4F_BFFF, .hex))
    #expect(fields["emsg/message_data/splice_command_type"]?.meaning == "null")
  }

  /// Written by mac_alias 2.2.3.
  @Test func aliases() throws {
    let record = try decoded(
      AliasRecord.self,
      """
      'abcd' 0132 0002 0000 0C 'Macintosh HD' 000000000000000000000000000000
      C7646825 482B 0000 00000011 08 'clip.mov'
      0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
      0000000000000000 00000022 C96FD9F2 'TVOD' 'MooV' FFFF FFFF 00001234 0000 00000000000000000000
      0000 0006 'Movies' 0010 0008 0000C76468250000 0011 0008 0000C96FD9F20000 0001 0004 00000011
      0002 001C 'Macintosh HD:Movies:clip.mov' 000E 0012 0008 0063006C00690070002E006D006F0076
      0012 0010 '/Movies/clip.mov' 0013 0001 '/' 00 FFFF 0000
      """)
    let target = try #require(record.target)
    #expect(target.volumeName.string == "Macintosh HD" && target.volumeSignature == 0x482B)
    #expect(target.parentID == 0x11 && target.fileName.string == "clip.mov")
    #expect(target.fileID == 0x22 && target.fileType == "TVOD" && target.fileCreator == "MooV")
    #expect(target.fileCreated == 0xC96F_D9F2 && target.levelsTo == -1)
    #expect(target.volumeAttributes == 0x1234 && record.path == "/Movies/clip.mov")
    #expect(record.values.map(\.tag) == [0, 16, 17, 1, 2, 14, 18, 19, 0xFFFF])
    // The known part of another version is shown.
    let other = try AliasRecord(decoding: Bytes([0, 0, 0, 0, 0, 150, 0, 3, 1, 2]))
    #expect(other.target == nil && other.rest.count == 2 && other.path == nil)
  }
}

extension FieldValue {
  fileprivate var meaning: String? {
    guard case .uint(let number, let format) = self else { return nil }
    return format.meaning(of: number)
  }
}
