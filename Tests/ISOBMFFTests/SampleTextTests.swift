import TestSupport
import Testing

@testable import ISOBMFF

/// Sample entries of text and of metadata.
@Suite struct SampleTextTests {
  @Test func subtitles() throws {
    let box = try decoded(XMLSubtitleSampleEntry.self, "000000000000 0002 'ns'00 'loc'00 'm/t'00")
    #expect(box.dataReferenceIndex == 2 && box.namespace == "ns")
    #expect(box.schemaLocation == "loc" && box.auxiliaryMIMETypes == "m/t")
  }

  @Test func metadata() throws {
    let xml = try decoded(XMLMetaDataSampleEntry.self, "000000000000 0002 'gz'00 'ns'00 'loc'00")
    #expect(xml.contentEncoding == "gz" && xml.namespace == "ns" && xml.schemaLocation == "loc")
    let configuration = boxBytes("txtC", hexArray("00000000 'head'00"))
    let text = try decoded(TextSampleEntry.self, "000000000000 0002 'gz'00 't/p'00")
    #expect(text.contentEncoding == "gz" && text.mimeFormat == "t/p")
    let entry = boxBytes("mett", hexArray("000000000000 0001 00 't/p'00") + configuration)
    let label = boxBytes("uri ", hexArray("00000000 'urn:x'00"))
    let start = boxBytes("uriI", hexArray("00000000 AABB"))
    let named = boxBytes("urim", hexArray("000000000000 0003") + label + start)
    let bytes = boxBytes("stsd", hexArray("00000000 00000002") + entry + named)
    let file = BoxFile(Bytes(bytes))
    let entries = try #require(file.boxes.first?[SampleDescriptionBox.self]).children
    #expect(entries.first?.children.first(TextConfigBox.self)?.textConfig == "head")
    #expect(entries.last?[ContainerSampleEntry.self]?.dataReferenceIndex == 3)
    #expect(entries.last?.children.first(URIBox.self)?.uri == "urn:x")
    let data = try #require(entries.last?.children.first(URIInitBox.self)).initializationData
    #expect(Array(data) == [0xAA, 0xBB])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// The first entry is one that AndroidX Media3 wrote.
  @Test func metadataOfPictures() throws {
    let message = try decoded(T35MetadataSampleEntry.self, "000000000000 0001 05 B500900001")
    #expect(Array(message.identifier) == [0xB5, 0, 0x90, 0, 1])
    let entry = try decoded(
      CartesianCoordinates2DSampleEntry.self, "000000000000 0002 0780 0438")
    #expect(entry.dataReferenceIndex == 2)
    #expect(entry.referenceWidth == 1920 && entry.referenceHeight == 1080)
    let start = try decoded(InitialViewpointSampleEntry.self, "000000000000 0003 00000104")
    #expect(start.dataReferenceIndex == 3 && start.idOfInitialViewpoint == 260)
    let sound = try decoded(AudioRenderingIndicationBox.self, "00000000 03")
    #expect(sound.indication == 3)
  }

  @Test func movingViewpoints() throws {
    let entry = try decoded(
      DynamicViewpointSampleEntry.self,
      """
      000000000000 0004 E4 00000001 FFFFFFFE 00000003
      00000004 FFFFFFFB 00000006 00000007 00000008 FFFFFFF7
      """)
    #expect(entry.dataReferenceIndex == 4)
    let position = entry.position.map { [$0.x, $0.y, $0.z] }
    #expect(position == [1, -2, 3] && entry.rotation == nil)
    let location = entry.location.map { [$0.longitude, $0.latitude, $0.altitude] }
    let direction = entry.direction.map { [$0.yaw, $0.pitch, $0.roll] }
    #expect(location == [4, -5, 6] && direction == [7, 8, -9])
    #expect(entry.changesGroup && entry.changesSwitching && entry.switching.isEmpty)
    let rest = try decoded(
      DynamicViewpointSampleEntry.self,
      "000000000000 0001 18 0000000A 0000000B FFFFFFF4 AABB")
    #expect(rest.rotation.map { [$0.yaw, $0.pitch, $0.roll] } == [10, 11, -12])
    #expect(!rest.changesGroup && !rest.changesSwitching && Array(rest.switching) == [0xAA, 0xBB])
  }

  @Test func unknownEntries() throws {
    let box = try decoded(SampleEntry.self, "000000000000 0002 AABB")
    #expect(box.dataReferenceIndex == 2 && Array(box.data) == [0xAA, 0xBB])
  }

  private let style = "0007 0008 0009 0A 0B 0C0D0E0F"

  @Test func timedText() throws {
    let box = try decoded(
      TimedTextSampleEntry.self,
      "000000000000 0002 00000001 FF 02 03040506 0001 0002 0003 0004 \(style)")
    #expect(box.displayFlags == 1 && box.horizontalJustification == -1)
    #expect(box.verticalJustification == 2 && box.backgroundColor == 0x0304_0506)
    #expect(box.defaultTextBox == [1, 2, 3, 4])
    let style = box.defaultStyle
    #expect(style.startChar == 7 && style.endChar == 8 && style.fontID == 9)
    #expect(style.faceStyleFlags == 10 && style.fontSize == 11 && style.textColor == 0x0C0D_0E0F)
    let fonts = try decoded(FontTableBox.self, "0002 0001 02'Ab' 0003 01'C'")
    #expect(fonts.fonts.map(\.id) == [1, 3] && fonts.fonts.map(\.name.string) == ["Ab", "C"])
  }

  @Test func quickTimeText() throws {
    let box = try decoded(
      QuickTimeTextSampleEntry.self,
      """
      000000000000 0002 00000001 FFFFFFFF 0002 0003 0004 0005 0006 0007 0008 0000000000000000
      0009 000A 00 0000 000B 000C 000D 05'Arial'
      """)
    #expect(box.displayFlags == 1 && box.textJustification == -1)
    #expect(box.backgroundColor == [2, 3, 4] && box.defaultTextBox == [5, 6, 7, 8])
    #expect(box.fontNumber == 9 && box.fontFace == 10)
    #expect(box.foregroundColor == [11, 12, 13] && box.fontName.string == "Arial")
    #expect(box.timedText == nil)
  }

  /// `tx3g` under QuickTime's name.
  @Test func timedTextByAnotherName() throws {
    let fonts = boxBytes("ftab", hexArray("0001 0001 01'A'"))
    let entry = boxBytes(
      "text",
      hexArray("000000000000 0002 00000001 FF 02 03040506 0001 0002 0003 0004 \(style)") + fonts)
    let bytes = boxBytes("stsd", hexArray("00000000 00000001") + entry)
    let file = BoxFile(Bytes(bytes))
    let box = try #require(file.boxes.first?.children.first)
    #expect(box[QuickTimeTextSampleEntry.self]?.timedText?.defaultStyle.fontID == 9)
    #expect(box.children.first(FontTableBox.self)?.fonts.count == 1)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func webVTT() throws {
    #expect(try decoded(WebVTTTextBox.self, "'WEBVTT'").text.string == "WEBVTT")
  }

  /// The entry of chapters in an enhanced podcast of Apple ends before the name of the font.
  @Test func anEntryWithoutFontName() throws {
    let entry = try decoded(
      QuickTimeTextSampleEntry.self,
      """
      000000000000 0001 00000001 00000001 FFFFFFFFFFFF 0000000000000000
      0000000000000000 0000 0000 00 0000 000000000001
      """)
    #expect(!entry.hasFontName && entry.fontName.string.isEmpty)
    #expect(entry.textJustification == 1 && entry.foregroundColor == [0, 0, 1])
    let named = try decoded(
      QuickTimeTextSampleEntry.self,
      """
      000000000000 0001 00000000 00000000 000000000000 0000000000000000
      0000000000000000 0000 0000 00 0000 000000000000 05 'Arial'
      """)
    #expect(named.hasFontName && named.fontName.string == "Arial")
  }
}
