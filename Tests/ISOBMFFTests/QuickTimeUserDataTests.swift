import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct QuickTimeUserDataTests {
  @Test func loading() throws {
    let box = try decoded(TrackLoadSettingsBox.self, "00000001 00000002 00000003 00000004")
    #expect(box.preloadStartTime == 1 && box.preloadDuration == 2)
    #expect(box.preloadFlags == 3 && box.defaultHints == 4)
  }

  @Test func selection() throws {
    let box = try decoded(TrackSelectionBox.self, "00000000 FFFFFFFE 'bitr' 'cdec'")
    #expect(box.switchGroup == -2 && box.attributes == ["bitr", "cdec"])
    let kind = try decoded(KindBox.self, "00000000 'urn:x'00 'main'00")
    #expect(kind.schemeURI == "urn:x" && kind.value == "main")
  }

  @Test func location() throws {
    let box = try decoded(
      LocationInformationBox.self,
      "00000000 15C7 'Here'00 02 FFF38000 00340000 00001000 'earth'00 'note'00")
    #expect(box.language == 0x15C7 && box.name == "Here" && box.role == 2)
    #expect(box.longitude == -0xC_8000 && box.latitude == 0x34_0000 && box.altitude == 0x1000)
    #expect(box.astronomicalBody == "earth" && box.additionalNotes == "note")
  }

  @Test func texts() throws {
    let title = try decoded(AssetTextBox.self, "00000000 15C7 'caf' C3A9 00")
    #expect(title.language == 0x15C7 && title.text == "café")
    #expect(try decoded(UserDataPlainTextBox.self, "'abc'").text.string == "abc")
  }

  /// Types have other meanings in `udta` than elsewhere.
  @Test func namesInUserData() throws {
    let bytes = boxBytes(
      "udta", boxBytes("name", hexArray("'Video'")) + boxBytes("smrd", hexArray("'TRUEBLUE'")))
    let file = BoxFile(Bytes(bytes))
    let children = try #require(file.boxes.first?[UserDataBox.self]).children
    #expect(
      children.compactMap { $0[UserDataPlainTextBox.self]?.text.string } == ["Video", "TRUEBLUE"])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func samsung() throws {
    let bytes = boxBytes("smta", hexArray("00000000") + boxBytes("mdln", hexArray("'SM-G991B'")))
    let file = BoxFile(Bytes(bytes))
    let children = try #require(file.boxes.first?[SamsungMetadataBox.self]).children
    #expect(children.first(UserDataPlainTextBox.self)?.text.string == "SM-G991B")
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func smallBoxes() throws {
    #expect(try decoded(MetadataItemInformationBox.self, "00000000 00000007").itemID == 7)
    #expect(try decoded(EndianBox.self, "0001").littleEndian == 1)
    #expect(try decoded(Stereoscopic3DBox.self, "00000000 02").stereoMode == 2)
    let text = try decoded(
      TextMediaInfoBox.self,
      "00010001 00000002 00000003 00000004 00010005 00000006 00000007 00000008 40000009")
    #expect(text.matrix.a == 0x1_0001 && text.matrix.d == 0x1_0005 && text.matrix.w == 0x4000_0009)
  }

  /// A description shows values as their type says.
  @Test(arguments: [
    ("00000001 00000000 'ab'", FieldValue.text(Text("ab", form: .plain))),
    ("00000015 00000000 FFFFFE", .int(-2, .decimal)),
    ("00000041 00000000 FF", .int(-1, .decimal)),
    ("0000004C 00000000 0102", .uint(258, .decimal)),
    ("00000017 00000000 3F800000", .uint(0x3F80_0000, .float)),
    ("00000017 00000000 3F80", .bytes(Bytes([0x3F, 0x80]))),
    ("0000000D 00000000 FFD8", .bytes(Bytes([0xFF, 0xD8]))),
  ])
  func shownValues(bytes: String, value: FieldValue) throws {
    let sink = LastValue()
    _ = try MetadataValueBox(decoding: hex(bytes), sink: sink)
    #expect(sink.value == value)
    _ = try decoded(MetadataValueBox.self, bytes)
  }
}

/// Keeps the field that was described last.
private final class LastValue: FieldSink {
  var value: FieldValue?
  func open(_ group: FieldGroup) -> Bool { true }
  func close(_ group: FieldGroup) {}
  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) { self.value = value }
  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  func damage(_ error: FieldError) {}

  /// From the end of a photo of a Galaxy A71.
  @Test func samsungRecords() throws {
    let box = try decoded(
      SamsungExtendedDataBox.self,
      """
      0000 010A 0E000000 'Image_UTC_Data' '1727348118410'
      0000 A10A 08000000 'MCC_Data' '282'
      'SEFH' 6A000000 02000000
      0000 010A 36000000 23000000
      0000 A10A 13000000 13000000
      24000000 'SEFT'
      """)
    #expect(box.records.map(\.marker) == [0x0A01, 0x0AA1])
    #expect(box.records.map(\.name.string) == ["Image_UTC_Data", "MCC_Data"])
    #expect(
      box.records.map { Array($0.payload) } == [Array("1727348118410".utf8), Array("282".utf8)])
    #expect(box.directory?.version == 106 && box.directory?.size == 36)
    #expect(box.directory?.entries.map(\.distance) == [54, 19])
    // A directory that does not list the data before it.
    let odd = try decoded(
      SamsungExtendedDataBox.self,
      "AABB 'SEFH' 6A000000 01000000 0000 010A 36000000 23000000 18000000 'SEFT'")
    #expect(odd.records.isEmpty && Array(odd.data) == [0xAA, 0xBB] && odd.directory != nil)
  }
}
