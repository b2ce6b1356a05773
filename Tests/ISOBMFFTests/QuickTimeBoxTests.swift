import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct QuickTimeBoxTests {
  /// Metadata of a movie: keys are numbered, and a value's type is the number of its key.
  @Test func keysAndValues() throws {
    let keys = boxBytes(
      "keys", hexArray("00000000 00000002 0000000F 'mdta' 'com.one' 0000000B 'mdta' 'two'"))
    let value = boxBytes("data", hexArray("00000001 00000002 'hello'"))
    let item = hexArray("0000001D 00000001") + value
    let handler = boxBytes("hdlr", hexArray("00000000 00000000 'mdta' 000000000000000000000000 00"))
    let bytes = boxBytes("meta", handler + keys + boxBytes("ilst", item))
    let file = BoxFile(Bytes(bytes))
    let meta = try #require(file.boxes.first)
    let table = try #require(meta.children.first(MetadataItemKeysBox.self))
    #expect(table.keys.map(\.value.string) == ["com.one", "two"])
    #expect(table.keys.map(\.namespace) == ["mdta", "mdta"])
    let found = try #require(file.boxes.at("meta", "ilst").first)
    #expect(found.type.rawValue == 1)
    #expect(found.children.first(MetadataValueBox.self)?.text == "hello")
    #expect(found.children.first(MetadataValueBox.self)?.locale == 2)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test(arguments: [
    ("00000001 00000000 'caf' C3A9", "café"),
    ("00000002 00000000 0063 00E9", "cé"),
    ("00000015 00000000 FE", "-2"),
    ("00000015 00000000 FFFE", "-2"),
    ("00000015 00000000 800000", "-8388608"),
    ("00000015 00000000 0000000000000004", "4"),
    ("00000016 00000000 FE", "254"),
    ("00000016 00000000 FFFFFFFFFFFFFFFF", "18446744073709551615"),
    ("00000017 00000000 3F000000", "0.5"),
    ("00000018 00000000 C004000000000000", "-2.5"),
    ("00000000 00000000 0AFF", "0aff"),
    ("00000017 00000000 0102", "0102"),
    ("0000000D 00000000 0102030405060708090A0B0C0D0E0F1011", "17 bytes"),
    ("00000016 00000000", ""),
  ])
  func values(bytes: String, text: String) throws {
    #expect(try decoded(MetadataValueBox.self, bytes).text == text)
  }

  @Test func namesOfFreeFormItems() throws {
    let item = boxBytes(
      "----",
      boxBytes("mean", hexArray("00000000 'com.apple.iTunes'"))
        + boxBytes("name", hexArray("00000000 'X'"))
        + boxBytes("data", hexArray("00000001 00000000 'v'")))
    let bytes = boxBytes("ilst", item)
    let file = BoxFile(Bytes(bytes))
    let list = try #require(file.boxes.first?[MetadataItemListBox.self])
    let parts = try #require(list.children.first?[MetadataItemBox.self]).children
    #expect(
      parts.compactMap { $0[MetadataNameBox.self]?.text.string } == ["com.apple.iTunes", "X"])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// The `keys` of timed metadata are boxes, unlike those of `meta`.
  @Test func timedMetadata() throws {
    let key =
      hexArray("00000048 00000001 00000030 'keyd' 'mdta' 'com.apple.quicktime.still-image-time'")
      + hexArray("00000010 'dtyp' 00000000 00000041")
    let named =
      hexArray("00000025 00000002") + boxBytes("keyd", hexArray("'mdta' 'b'"))
      + boxBytes("dtyp", hexArray("00000001 'a.b.'"))
    let entry = boxBytes("mebx", hexArray("000000000000 0001") + boxBytes("keys", key + named))
    let bytes = boxBytes("stsd", hexArray("00000000 00000001") + entry)
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    let sampleEntry = try #require(file.boxes.at("stsd").first?[MetadataSampleEntry.self])
    #expect(sampleEntry.dataReferenceIndex == 1)
    let keys = try #require(sampleEntry.children.first?[MetadataKeyTableBox.self]).children
    #expect(keys.map(\.type.rawValue) == [1, 2])
    #expect(
      keys.map { $0.children.first(MetadataKeyDeclarationBox.self)?.keyValue.string } == [
        "com.apple.quicktime.still-image-time", "b",
      ])
    let types = keys.compactMap { $0.children.first(MetadataDatatypeDefinitionBox.self) }
    #expect(types.map(\.wellKnownType) == [65, 0] && types.map(\.datatypeNamespace) == [0, 1])
    #expect(types.last?.datatype.string == "a.b.")
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func userData() throws {
    let location = boxBytes("©xyz", hexArray("0003 15C7 '+1/' 0002 55C4 '+2'"))
    let bytes = boxBytes("udta", location + hexArray("00000000"))
    let file = BoxFile(Bytes(bytes))
    let texts = try #require(file.boxes.first?.children.first?[UserDataTextBox.self]).texts
    #expect(texts.map(\.text.string) == ["+1/", "+2"])
    #expect(texts.map(\.language) == [0x15C7, 0x55C4])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// Numbers below 0x400 are of the Macintosh, whose programs wrote texts in its own encoding.
  @Test func userDataOfTheMacintosh() throws {
    let old = boxBytes("©nam", hexArray("0006 0000 8C6C62756DCA 0006 000B 8C6C62756DCA"))
    let new = boxBytes("©ART", hexArray("0004 0000 C3A56263"))
    let file = BoxFile(Bytes(boxBytes("udta", old + new)))
    let texts = file.boxes.flatMap(\.children).compactMap { $0[UserDataTextBox.self]?.texts }
    #expect(texts.first?.map(\.string) == ["ålbum\u{A0}", "\u{8C}lbumÊ"])
    // UTF-8 is taken as it is.
    #expect(texts.last?.map(\.string) == ["åbc"])
  }

  @Test func apertures() throws {
    let box = try decoded(TrackApertureBox.self, "00000000 07800001 04380002")
    #expect(box.width == 0x780_0001 && box.height == 0x438_0002)
  }

  @Test func baseMediaInfo() throws {
    let box = try decoded(BaseMediaInfoBox.self, "00000000 0040 8001 8002 8003 0004 0000")
    #expect(box.graphicsMode == 0x40 && box.opcolor == [0x8001, 0x8002, 0x8003])
    #expect(box.balance == 4)
  }

  @Test func timecode() throws {
    let entry = try decoded(
      TimecodeSampleEntry.self,
      "000000000000 0001 00000000 00000002 00000003 00000004 05 00")
    #expect(entry.timecodeFlags == 2 && entry.timescale == 3 && entry.frameDuration == 4)
    #expect(entry.numberOfFrames == 5)
    let info = try decoded(
      TimecodeMediaInfoBox.self,
      "00000000 0001 0002 0003 0000 0004 0005 0006 0007 0008 0009 05 'Arial'")
    #expect(info.textFont == 1 && info.textFace == 2 && info.textSize == 3)
    #expect(info.textColor == [4, 5, 6] && info.backgroundColor == [7, 8, 9])
    #expect(info.fontName.string == "Arial")
  }

  /// `wave` holds a box named like the sample entry, and a box without a type at its end.
  @Test func soundExtensions() throws {
    let bytes = boxBytes(
      "wave",
      boxBytes("frma", hexArray("'mp4a'")) + boxBytes("mp4a", hexArray("00000000"))
        + hexArray("00000008 00000000"))
    let file = BoxFile(Bytes(bytes))
    let children = try #require(file.boxes.first?[SoundDecompressionBox.self]).children
    #expect(children.first(OriginalFormatBox.self)?.dataFormat == "mp4a")
    #expect(children.count == 3 && children.allSatisfy { $0.definition() != nil })
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func channelLayout() throws {
    let box = try decoded(
      AudioChannelLayoutBox.self,
      "00000000 00650002 00000003 00000001 00000004 00000005 3F800000 40000000 40400000")
    #expect(box.channelLayoutTag == 0x65_0002 && box.channelBitmap == 3)
    #expect(box.channelDescriptions.map(\.channelLabel) == [4])
    #expect(box.channelDescriptions.first?.coordinates == [0x3F80_0000, 0x4000_0000, 0x4040_0000])
  }
}

@Suite struct SpatialVideoTests {
  @Test func boxes() throws {
    #expect(try decoded(HorizontalFieldOfViewBox.self, "0000F6F7").fieldOfView == 63223)
    let views = try decoded(StereoViewInformationBox.self, "00000000 0A")
    #expect(views.areEyeViewsReversed && views.hasRightEyeView)
    #expect(!views.hasAdditionalViews && !views.hasLeftEyeView)
    #expect(try decoded(HeroStereoEyeBox.self, "00000000 02").heroEye == 2)
    #expect(try decoded(StereoBaselineBox.self, "00000000 00004B1E").baseline == 19230)
    let shift = try decoded(StereoDisparityAdjustmentBox.self, "00000000 FFFFFF38")
    #expect(shift.disparityAdjustment == -200)
    let projection = try decoded(ProjectionInformationBox.self, "00000000 'rect'")
    #expect(projection.projectionKind == "rect")
    let required = try decoded(RequiredBoxTypesBox.self, "00000000 'eyes' 'stri'")
    #expect(required.requiredTypes == ["eyes", "stri"])
  }
}
