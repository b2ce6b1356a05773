import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct QuickTimeAtomTests {
  @Test func compressedMovies() throws {
    #expect(try decoded(DataCompressionBox.self, "'zlib'").compressionType == "zlib")
    let movie = try decoded(CompressedMovieDataBox.self, "00001234 789CAA")
    #expect(movie.uncompressedSize == 0x1234 && movie.compressedData.count == 3)
  }

  @Test func shapes() throws {
    let clip = try decoded(ClippingRegionBox.self, "000C 0001 0002 0003 0004 AABB")
    #expect(clip.regionSize == 12 && clip.boundaryBox == [1, 2, 3, 4])
    #expect(Array(clip.regionData) == [0xAA, 0xBB])
    #expect(try decoded(CompressedMatteBox.self, "00000000 0102").matteData.count == 2)
    let preview = try decoded(PreviewBox.self, "C0000001 0002 'PICT' 0003")
    #expect(preview.modificationDate == 0xC000_0001 && preview.version == 2)
    #expect(preview.atomType == "PICT" && preview.atomIndex == 3)
  }

  @Test func referenceMovies() throws {
    let url = try decoded(
      MovieDataReferenceBox.self, "00000000 'url ' 00000006 'a.mov' 00")
    #expect(url.dataReferenceType == "url " && url.dataReference.count == 6)
    #expect(try decoded(MovieDataRateBox.self, "00000000 00006D60").dataRate == 28000)
    #expect(try decoded(MovieCPUSpeedBox.self, "00000000 000001F4").cpuSpeed == 500)
    let version = try decoded(
      MovieVersionCheckBox.self, "00000000 'qtim' 06000000 FFFF0000 0001")
    #expect(version.softwarePackage == "qtim" && version.version == 0x600_0000)
    #expect(version.mask == 0xFFFF_0000 && version.checkType == 1)
    let component = try decoded(
      MovieComponentCheckBox.self,
      "00000000 'imdc' 'SVQ3' 'appl' 00000001 00000002 00000003")
    #expect(component.componentType == "imdc" && component.componentSubtype == "SVQ3")
    #expect(component.componentManufacturer == "appl" && component.componentFlags == 1)
    #expect(component.componentFlagsMask == 2 && component.minimumVersion == 3)
    #expect(try decoded(MovieQualityBox.self, "00000007").quality == 7)
  }

  @Test func inputMaps() throws {
    let type = boxBytes("\0\0ty", hexArray("00000001 0000 0000 00000000 00000003"))
    let object = boxBytes("obid", hexArray("00000009"))
    let input = boxBytes("\0\0in", hexArray("00000002 0000 0002 00000000") + type + object)
    let bytes = boxBytes("imap", input)
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    let found = try #require(file.boxes.first?.children.first?[TrackInputBox.self])
    #expect(found.header.atomID == 2 && found.header.childCount == 2)
    let values = found.children.compactMap { $0[TrackInputValueBox.self] }
    #expect(values.map(\.value) == [3, 9] && values.map { $0.header?.atomID } == [1, nil])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func codecs() throws {
    let video = try decoded(SorensonVideoBox.self, "'SEQH' 00000005 E3C0203980")
    #expect(video.headerType == "SEQH" && video.sequenceHeader.count == 5)
    #expect(try decoded(AlphaModeBox.self, "00000102").mode == 0x102)
    let chroma = try decoded(VideoChromaLocationBox.self, "01 02")
    #expect(chroma.topField == 1 && chroma.bottomField == 2)
    let sound = try decoded(
      WaveFormatBox.self, "6101 0200 80BB0000 803E0000 5615 1000 0A00 00880000 0F0000000000")
    #expect(sound.formatTag == 0x161 && sound.channels == 2 && sound.samplesPerSecond == 48000)
    #expect(sound.averageBytesPerSecond == 16000 && sound.blockAlign == 0x1556)
    #expect(sound.bitsPerSample == 16 && sound.extra.count == 10)
    let music = try decoded(
      QDesignMusicBox.self,
      "00000001 00000002 00005622 00007D00 00000800 00000080 00000172")
    #expect(music.version == 1 && music.channels == 2 && music.sampleRate == 22050)
    #expect(music.bitRate == 32000 && music.blockSize == 2048 && music.transformSize == 128)
    #expect(music.packetSize == 370)
  }

  @Test func userDataNumbers() throws {
    let window = try decoded(WindowLocationBox.self, "0032 0017")
    #expect(window.x == 50 && window.y == 23)
    #expect(try decoded(LoopStyleBox.self, "00000001").style == 1)
    #expect(try decoded(UserDataFlagBox.self, "01").value == 1)
    let print = try decoded(PrintToVideoBox.self, "0003 00000000 01 02")
    #expect(print.displaySize == 3 && print.slideShow == 1 && print.playOnOpen == 2)
  }

  @Test func assets() throws {
    let album = try decoded(AlbumBox.self, "00000000 15C7 'LP'00 07")
    #expect(album.language == 0x15C7 && album.title == "LP" && album.trackNumber == 7)
    #expect(try decoded(AlbumBox.self, "00000000 15C7 'LP'00").trackNumber == nil)
    #expect(try decoded(RecordingYearBox.self, "00000000 07E5").year == 2021)
    let rating = try decoded(RatingBox.self, "00000000 'MPAA' 'PG13' 15C7 'x'00")
    #expect(rating.entity == "MPAA" && rating.criteria == "PG13" && rating.ratingInfo == "x")
    let subject = try decoded(ClassificationBox.self, "00000000 'ent1' 0002 15C7 'y'00")
    #expect(subject.entity == "ent1" && subject.table == 2 && subject.info == "y")
    #expect(try decoded(UserRatingBox.self, "00000000 000000 05").userRating == 5)
    let words = try decoded(KeywordsBox.self, "00000000 15C7 02 03 'sea' 02 'ab'")
    #expect(words.keywords.map(\.string) == ["sea", "ab"] && words.language == 0x15C7)
    #expect(words.plainText == nil)
    let plain = try decoded(KeywordsBox.self, "'iMovie'")
    #expect(plain.plainText == Text("iMovie", form: .plain) && plain.keywords.isEmpty)
    #expect(try decoded(AssetDataBox.self, "00000000 0102").data.count == 2)
  }

  /// With version and language, or just text.
  @Test func cameraTexts() throws {
    let plain = try decoded(CameraTextBox.self, "'2021-05-16T19:27:55Z'")
    #expect(plain.text == "2021-05-16T19:27:55Z")
    let asset = try decoded(CameraTextBox.self, "00000000 55C4 'Canon'00")
    #expect(asset.text == "Canon")
    guard case .asset = asset.content else { throw NotFound() }
  }

  @Test func timedMetadataSetup() throws {
    let bytes = boxBytes(
      "mebx",
      hexArray("000000000000 0001")
        + boxBytes(
          "keys",
          hexArray("0000006B 00000001") + boxBytes("keyd", hexArray("'mdta' 'k'"))
            + boxBytes("dtyp", hexArray("00000001 'a.b'"))
            + boxBytes(
              "setu",
              boxBytes("cfgv", hexArray("'bplist00'"))
                + boxBytes("dims", hexArray("00000780 000005A0")))
            + boxBytes("sdpd", boxBytes("sdpi", hexArray("00000001")))
            + boxBytes("loca", hexArray("'de'00")))
        + boxBytes("lidp", hexArray("00000001"))
        + boxBytes("lidl", hexArray("00000010 01000000 00000002 00000003")))
    let file = BoxFile(Bytes(boxBytes("stsd", hexArray("00000000 00000001") + bytes)))
    #expect(file.findings.isEmpty)
    let entry = file.boxes.at("stsd", "mebx")
    #expect(entry.first(MetadataGroupBox.self)?.value == 1)
    let group = entry.first(MetadataGroupListBox.self)?.groups.first
    #expect(group?.flags == 0x100_0000 && group?.localKeyIDs == [2, 3])
    let key = try #require(entry.at("keys").first).children
    #expect(key.at("setu").map(\.type) == ["cfgv", "dims"])
    let size = key.at("setu").first(LivePhotoDimensionsBox.self)
    #expect(size?.width == 1920 && size?.height == 1440)
    #expect(key.at("sdpd").first(MetadataDependencyBox.self)?.values == [1])
    #expect(key.first(MetadataLocaleBox.self)?.locale == "de")
    #expect(entry.count == 3)
    let data = try decoded(MetadataSetupBox.self, "01020304 05")
    #expect(data.children.isEmpty && data.data.count == 5)
  }

  /// The number of channels is the lower half of a tag (Core Audio).
  @Test func layoutsOfChannels() {
    #expect(ChannelLayoutTag.names[0x64_0001] == "mono")
    #expect(ChannelLayoutTag.names[0x65_0002] == "stereo")
    #expect(ChannelLayoutTag.names[0x7C_0006] == "MPEG 5.1 D: C L R Ls Rs LFE")
    #expect(ChannelLayoutTag.labels[4] == "LFE")
  }
}
