import TestSupport
import Testing

import enum TestSupport.MediaFolder

@testable import ISOBMFF

@Suite struct VendorBoxTests {
  @Test func canon() throws {
    #expect(try decoded(CanonTextBox.self, "'CanonCR3_001'").text.string == "CanonCR3_001")
    let track = try decoded(CanonTrackTypeBox.self, "0000000000000010 00000001 00000003")
    #expect(track.imageType == 16 && track.isDualPixel == 1 && track.trackID == 3)
    let offsets = try decoded(
      CanonOffsetsBox.self,
      "00000002 00000001 0000000000007A08 0000000000010018 00000003 000000000006272A 00000000000001BA"
    )
    #expect(rows(offsets.entries) == [[1, 0x7A08, 0x1_0018], [3, 0x6272A, 0x1BA]])
    let thumbnail = try decoded(
      CanonThumbnailBox.self, "00000000 00A0 0078 00000003 00010000 FFD8FF 00")
    #expect(thumbnail.width == 160 && thumbnail.height == 120 && thumbnail.jpeg.count == 3)
    #expect(thumbnail.unknown == 0x1_0000 && thumbnail.padding.count == 1)
    let newer = try decoded(CanonThumbnailBox.self, "01000000 00A0 0078 00000002 FFD8")
    #expect(newer.jpeg.count == 2 && newer.padding.isEmpty)
    let preview = try decoded(
      CanonPreviewBox.self, "00000000 0001 0654 0438 0002 00000002 FFD8 00")
    #expect(preview.width == 1620 && preview.height == 1080 && preview.jpeg.count == 2)
    #expect(preview.unknown1 == 1 && preview.unknown2 == 2 && preview.padding.count == 1)
    let area = try decoded(
      CanonImageAreaBox.self,
      "00000000 0658 0438 0001 0002 0003 0004 0005 0006 0654 0437 0007 0008 0657 0438")
    #expect(area.width == 1624 && area.height == 1080 && area.unknown == [1, 2, 3, 4])
    #expect(rows(area.areas) == [[5, 6, 0x654, 0x437], [7, 8, 0x657, 0x438]])
    let metadata = try decoded(
      CanonTimedMetadataSampleEntry.self,
      "000000000000 0001 00000002 00000001 00000018 00000008 0000935E")
    #expect(rows(metadata.records) == [[1, 0x18], [8, 0x935E]])
  }

  /// The form of cameras, but with a different value in every field.
  @Test func canonCompression() throws {
    let box = try decoded(
      CanonCompressionBox.self,
      """
      FFFF 0030 0100 0000 00000658 00000438 00000659 00000439 0E 41 23 80 00000070 00 000000
      01010000 01010000
      """)
    #expect(box.headerSize == 0x30 && box.version == 0x100)
    #expect(box.imageWidth == 1624 && box.imageHeight == 1080)
    #expect(box.tileWidth == 1625 && box.tileHeight == 1081 && box.bitsPerSample == 14)
    #expect(box.planeCount == 4 && box.colourFilterLayout == 1)
    #expect(box.encodingType == 2 && box.waveletLevels == 3)
    #expect(box.hasTilesAcross && !box.hasTilesDown && box.dataHeaderSize == 0x70)
    #expect(!box.hasExtendedHeader && box.unknown3.count == 11)
  }

  @Test func canonPreview() throws {
    let preview = boxBytes("PRVW", hexArray("00000000 0001 0654 0438 0001 00000002 FFD8"))
    let bytes = boxBytes(
      "uuid", hexArray("EAF42B5E1C984B88B9FBB7DC406E4D16 00000000 00000001") + preview)
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    #expect(file.boxes.first?[CanonPreviewContainer.self]?.children.count == 1)
    #expect(file.boxes.first?.children.first(CanonPreviewBox.self)?.width == 1620)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func goPro() throws {
    let box = try decoded(
      GoProMetadataBox.self,
      """
      'DEVC' 00 01 0018
        'DVID' 4C 04 0001 00000001
        'DVNM' 63 01 0003 'Cam' 00
      'STMP' 4A 08 0001 0000000000000007
      """)
    #expect(box.entries.map(\.key) == ["DEVC", "STMP"])
    #expect(box.entries[0].entries.map(\.key) == ["DVID", "DVNM"])
    #expect(box.entries[0].entries[1].data.elementsEqual("Cam".utf8))
    #expect(box.entries[0].entries[1].padding.count == 1)
    #expect(try decoded(GoProHighlightsBox.self, "00000001 00000BB8").times == [1, 3000])
  }

  /// Entries inside entries end at the limit of depth, and do not crash.
  @Test func deepGoPro() throws {
    var bytes: [UInt8] = []
    for _ in 0..<1000 {
      let size = UInt16(clamping: bytes.count)
      bytes = hexArray("'DEVC' 00 01") + [UInt8(size >> 8), UInt8(size & 0xFF)] + bytes
    }
    #expect(throws: FieldError.self) { try GoProMetadataBox(decoding: Bytes(bytes)) }
  }

  @Test func sony() throws {
    let file = try decoded(SonyFileProfileBox.self, "00000001 10000000 00000002")
    #expect(file.version == 1 && file.functionFlags == 0x1000_0000 && file.reserved == 2)
    let sound = try decoded(
      SonyAudioProfileBox.self,
      "00000000 00000002 'mp4a' 0000029F 00000001 00000080 00000081 0000BB80 00000002")
    #expect(sound.common.trackID == 2 && sound.common.codec == "mp4a")
    #expect(sound.common.codecInfo == 0x29F && sound.common.attributes == 1)
    #expect(sound.common.averageBitRate == 128 && sound.common.maximumBitRate == 129)
    #expect(sound.sampleRate == 48000 && sound.channels == 2)
    let video = try decoded(
      SonyVideoProfileBox.self,
      """
      00000000 00000001 'avc1' 00000000 00000004 00000003 00000005 001DF853 001DF854
      0780 0438 0001 0002
      """)
    #expect(video.averageFrameRate == 0x1DF853 && video.maximumFrameRate == 0x1DF854)
    #expect(video.width == 1920 && video.height == 1080)
    #expect(video.horizontalSpacing == 1 && video.verticalSpacing == 2)
    let texts = try decoded(
      SonyUserMetadataBox.self, "0002 000C 0000000B 55C4 0000 003C 000E 00000001 15C7 0001 00410042"
    )
    #expect(texts.entries.map(\.id) == [11, 1] && texts.entries.map(\.encoding) == [0, 1])
    #expect(texts.entries.map(\.language) == [0x55C4, 0x15C7])
  }

  @Test func sonyProfile() throws {
    let profile = boxBytes("FPRF", hexArray("00000000 00000000 00000000"))
    let bytes = boxBytes(
      "uuid", hexArray("50524F4621D24FCEBB88695CFAC9C740 00000000 00000001") + profile)
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    #expect(file.boxes.first?[SonyProfileBox.self]?.children.count == 1)
    #expect(file.boxes.first?.children.first(SonyFileProfileBox.self) != nil)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func learnedSamples() throws {
    let bytes = boxBytes(
      "uuid",
      hexArray(
        """
        ABEF92CB69D54FEFBE4D4A8527EA0B3D 00000000 02
        0001 0029  0001 0003 420102  0002 1428  0001 0000000000000005
        0001 6D646174 80  0001 00000007 00000009 0000000A 00000040 00000006 0002 0000000A 00000040
        03 AABBCC
        """))
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    let learned = try #require(file.boxes.first?[LearnedSamplesBox.self])
    #expect(LearnedSamplesBox.Codec(rawValue: learned.codec) == .filledNALUnits)
    #expect(learned.syncKinds == [41] && learned.unitTypes == [20, 40] && learned.elements == [5])
    #expect(learned.parameterSets.map { Array($0.bytes) } == [[0x42, 1, 2]])
    #expect(learned.firstKeys == [0x6D64_6174] && learned.repeatsFirstKeys)
    let sizes = try #require(learned.boxes.first)
    #expect(sizes.key == 7 && sizes.count == 9 && sizes.least == 10 && sizes.greatest == 64)
    #expect(
      sizes.step == 6 && sizes.values == [10, 64] && Array(learned.prefix) == [0xAA, 0xBB, 0xCC])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func learnedPatterns() throws {
    let bytes = boxBytes(
      "uuid",
      hexArray(
        """
        ABEF92CB69D54FEFBE4D4A8527EA0B3D 01000000 06
        0000 0000 0000 0000 0000 00 0000 02 4750 0001 00000010 000001DA 04 47500400 D0000000
        """))
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    let pattern = try #require(file.boxes.first?[LearnedSamplesBox.self]?.patterns.first)
    #expect(pattern.size == 16 && pattern.count == 474 && pattern.common == 0xD000_0000)
    #expect(Array(pattern.bytes) == [0x47, 0x50, 4, 0])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func samsung() throws {
    #expect(try decoded(SamsungAuthorBox.self, "0000 0008 0001").values == [0, 8, 1])
  }
}

/// A raw photo of an EOS R, as exiftool reads it: pictures of 1624 × 1080 and 6888 × 4546.
@Suite(.needsMedia)
struct CanonFileTests {
  @Test func rawPhoto() throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("cr3/fixture.cr3") })
    let file = BoxFile(try ByteSource(mapping: path).bytes)
    let metadata = try #require(
      file.boxes.at("moov").first { $0.userType == "85c0b687-820f-11e0-8111-f4ce462b6a48" })
    let codec = metadata.children.first(CanonTextBox.self)?.text.string
    #expect(codec?.hasPrefix("CanonCR3_001/00.09.00/00.00.00") == true)
    let thumbnail = try #require(metadata.children.first(CanonThumbnailBox.self))
    #expect(thumbnail.width == 160 && thumbnail.height == 120)
    #expect(thumbnail.jpeg.prefix(2).elementsEqual([0xFF, 0xD8]))
    let tracks = try #require(metadata.children.first(CanonTrackPointersBox.self)).children
    #expect(tracks.compactMap { $0[CanonTrackTypeBox.self]?.trackID } == [1, 2, 3])
    let entries = file.boxes.at("moov").all("trak").flatMap {
      $0.children.at("mdia", "minf", "stbl", "stsd")
    }
    let compressions = entries.compactMap { $0.children.first(CanonCompressionBox.self) }
    #expect(compressions.map(\.imageWidth) == [1624, 6888])
    #expect(compressions.map(\.imageHeight) == [1080, 4546])
    #expect(compressions.map(\.tileWidth) == [1624, 3444])
    #expect(compressions.allSatisfy { $0.bitsPerSample == 14 && $0.planeCount == 4 })
    let records = entries.compactMap { $0[CanonTimedMetadataSampleEntry.self] }
    #expect(records.first.map { rows($0.records).map { $0[0] } } == [1, 3, 4, 5, 7, 8, 9])
  }
}
