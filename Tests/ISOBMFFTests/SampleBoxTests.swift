import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct SampleTableTests {
  @Test func times() throws {
    let durations = try decoded(
      TimeToSampleBox.self, "00000000 00000002 00000001 00000002 00000003 00000004")
    #expect(rows(durations.entries) == [[1, 2], [3, 4]])
    let offsets = try decoded(CompositionOffsetBox.self, "01000000 00000001 00000005 FFFFFFFE")
    #expect(rows(offsets.entries) == [[5, -2]])
    let shift = try decoded(
      CompositionToDecodeBox.self, "00000000 FFFFFFFF 00000002 00000003 00000004 00000005")
    #expect(shift.compositionToDTSShift == -1 && shift.leastDecodeToDisplayDelta == 2)
    #expect(shift.greatestDecodeToDisplayDelta == 3)
    #expect(shift.compositionStartTime == 4 && shift.compositionEndTime == 5)
  }

  @Test func kinds() throws {
    let sync = try decoded(SyncSampleBox.self, "00000000 00000002 00000001 0000000B")
    #expect(rows(sync.entries) == [[1], [11]])
    let dependencies = try decoded(SampleDependencyTypeBox.self, "00000000 1B E4")
    #expect(rows(dependencies.entries) == [[0, 1, 2, 3], [3, 2, 1, 0]])
  }

  @Test func sizes() throws {
    let table = try decoded(SampleSizeBox.self, "00000000 00000000 00000002 00000005 00000006")
    #expect(table.sampleSize == 0 && table.sampleCount == 2 && rows(table.entries) == [[5], [6]])
    let same = try decoded(SampleSizeBox.self, "00000000 00000009 FFFFFFFF")
    #expect(same.sampleSize == 9 && same.sampleCount == .max && same.entries.isEmpty)
    let nibbles = try decoded(CompactSampleSizeBox.self, "00000000 000000 04 00000003 12 30")
    #expect(nibbles.fieldSize == 4 && rows(nibbles.entries) == [[1], [2], [3]])
  }

  @Test func chunks() throws {
    let chunks = try decoded(
      SampleToChunkBox.self, "00000000 00000001 00000001 00000002 00000003")
    #expect(rows(chunks.entries) == [[1, 2, 3]])
    let short = try decoded(ChunkOffsetBox.self, "00000000 00000002 00000024 FFFFFFFF")
    #expect(rows(short.chunkOffsets) == [[36], [0xFFFF_FFFF]])
    #expect(short.chunkOffsets.columns.map(\.format) == [.offset(.position(from: .file))])
    let long = try decoded(ChunkLargeOffsetBox.self, "00000000 00000001 0000000100000024")
    #expect(rows(long.chunkOffsets) == [[0x1_0000_0024]])
  }

  @Test func rarerTables() throws {
    // Of an HDV movie.
    let partial = try decoded(PartialSyncSampleBox.self, "00000000 00000002 0000000D 00000019")
    #expect(partial.entries.count == 2 && partial.entries[1, 0] == 25)
    let shadows = try decoded(ShadowSyncSampleBox.self, "00000000 00000001 00000002 00000003")
    #expect(rows(shadows.entries) == [[2, 3]])
    #expect(
      rows(try decoded(DegradationPriorityBox.self, "00000000 0001 8002").entries) == [
        [1], [0x8002],
      ])
    let padding = try decoded(PaddingBitsBox.self, "00000000 00000003 12 70")
    #expect(padding.sampleCount == 3 && rows(padding.entries) == [[0, 1, 0, 2], [0, 7, 0, 0]])
    let wide = try decoded(CompactSampleSizeBox.self, "00000000 000000 10 00000002 0102 FF03")
    #expect(rows(wide.entries) == [[0x102], [0xFF03]])
    let long = try decoded(
      CompositionToDecodeBox.self,
      """
      01000000 FFFFFFFFFFFFFFFE 0000000100000002 0000000000000003 0000000000000004
      0000000000000005
      """)
    #expect(long.compositionToDTSShift == -2 && long.leastDecodeToDisplayDelta == 0x1_0000_0002)
  }

  /// A table that exceeds its box is found before memory is allocated.
  @Test func hugeTables() {
    #expect(throws: FieldError.self) {
      _ = try SampleSizeBox(decoding: hex("00000000 00000000 FFFFFFFF 00000001"))
    }
  }
}

@Suite struct SampleEntryTests {
  private let visual = """
    000000000000 0002 0003 0004 'appl' 00000005 00000006 0780 0438 00480001 00490000 00000007
    0008 04 'HEVC' 000000000000000000000000000000000000000000000000000000 0018 FFFF
    """

  @Test func visualEntry() throws {
    let box = try decoded(VisualSampleEntry.self, visual)
    #expect(box.dataReferenceIndex == 2 && box.version == 3 && box.revision == 4)
    #expect(box.vendor == "appl" && box.temporalQuality == 5 && box.spatialQuality == 6)
    #expect(box.width == 1920 && box.height == 1080)
    #expect(box.horizontalResolution == 0x48_0001 && box.verticalResolution == 0x49_0000)
    #expect(box.dataSize == 7 && box.frameCount == 8 && box.compressorName.string == "HEVC")
    #expect(box.depth == 24 && box.colorTableID == -1)
  }

  /// QuickTime ends the boxes with four zero bytes.
  @Test func bytesAfterTheBoxesStay() throws {
    let entry = boxBytes(
      "hvc1",
      hexArray(visual) + boxBytes("pasp", hexArray("00000004 00000003")) + hexArray("00000000"))
    let bytes = boxBytes("stsd", hexArray("00000000 00000001") + entry)
    let file = BoxFile(Bytes(bytes))
    let box = try #require(file.boxes.first?.children.first)
    #expect(box[VisualSampleEntry.self]?.width == 1920)
    #expect(box.children.map(\.type) == ["pasp"] && box.trailing.count == 4)
    #expect(file.findings.isEmpty)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func soundOfEachVersion() throws {
    let start = "000000000000 0001"
    let plain = try decoded(
      AudioSampleEntry.self, "\(start) 0000 0003 'appl' 0002 0010 FFFE 0005 BB800000")
    #expect(plain.revision == 3 && plain.vendor == "appl" && plain.channelCount == 2)
    #expect(plain.sampleSize == 16 && plain.compressionID == -2 && plain.packetSize == 5)
    #expect(plain.sampleRate == 0xBB80_0000 && plain.samplesPerSecond == 48000)

    let first = try decoded(
      AudioSampleEntry.self,
      """
      \(start) 0001 0000 00000000 0002 0010 0000 0000 AC440000
      00000400 00000001 00000002 00000003
      """)
    #expect(first.packets?.samplesPerPacket == 1024 && first.packets?.bytesPerPacket == 1)
    #expect(first.packets?.bytesPerFrame == 2 && first.packets?.bytesPerSample == 3)

    let second = try decoded(
      AudioSampleEntry.self,
      """
      \(start) 0002 0000 00000000 0003 0010 FFFE 0000 00010000
      00000048 40E7700000000000 00000006 7F000000 00000018 0000000C 00000007 00000001
      """)
    #expect(second.samplesPerSecond == 48000 && second.channels == 6)
    #expect(second.extended?.constBitsPerChannel == 24)
    #expect(second.extended?.formatSpecificFlags == 12)
    #expect(second.extended?.constBytesPerAudioPacket == 7)
    #expect(second.extended?.constLPCMFramesPerAudioPacket == 1)
  }

  /// In ISO files, `stsd` has version 1 if its entries have it, and no fields are added.
  @Test func versionOneInISOFiles() throws {
    let entry = boxBytes(
      "mp4a",
      hexArray("000000000000 0001 0001 0000 00000000 0002 0010 0000 0000 00010000")
        + boxBytes("srat", hexArray("00000000 0002EE00")))
    let bytes = boxBytes("stsd", hexArray("01000000 00000001") + entry)
    let file = BoxFile(Bytes(bytes))
    let box = try #require(file.boxes.first?.children.first)
    #expect(box[AudioSampleEntry.self]?.packets == nil)
    #expect(box.children.first(SamplingRateBox.self)?.samplingRate == 192_000)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// The media's handler decides, not that of the data.
  @Test func theHandlerDecidesForUnknownTypes() throws {
    func handler(_ component: String, _ type: String) -> [UInt8] {
      boxBytes("hdlr", hexArray("00000000 \(component) '\(type)' 00000000 00000000 00000000 00"))
    }
    let stsd = boxBytes("stsd", hexArray("00000000 00000001") + boxBytes("zzzz", hexArray(visual)))
    let minf = boxBytes("minf", handler("'dhlr'", "alis") + boxBytes("stbl", stsd))
    let bytes = boxBytes("mdia", handler("'mhlr'", "vide") + minf)
    let file = BoxFile(Bytes(bytes))
    let entry = try #require(file.boxes.at("mdia", "minf", "stbl", "stsd").first)
    #expect(entry[VisualSampleEntry.self]?.height == 1080)
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  @Test func elementaryStreams() throws {
    let box = try decoded(
      ElementaryStreamDescriptorBox.self,
      """
      00000000 03 808080 22 0001 00 04 808080 14 40 15 000018 0001F400 0001E848
      05 808080 02 1190 06 808080 01 02
      """)
    #expect(box.objectTypeIndication == 0x40 && box.audioObjectType == 2)
    #expect(box.maxBitrate == 128_000 && box.avgBitrate == 125_000)
    #expect(box.audioConfiguration?.samplesPerSecond == 48000)
    #expect(box.audioConfiguration?.channelConfiguration == 2)
  }

  @Test func highEfficiencyAAC() throws {
    let bytes = hexArray("2B 92 08 00")
    let audio = try AudioSpecificConfig(decoding: Bytes(bytes))
    #expect(audio.audioObjectType == 5 && audio.samplesPerSecond == 22050)
    #expect(audio.channelConfiguration == 2 && audio.extensionSamplingFrequencyIndex == 4)
    #expect(audio.coreObjectType == 2)
    #expect(try audio.encoded() == bytes)
  }

  @Test func soundConfigurations() throws {
    let opus = try decoded(
      OpusSpecificBox.self, "00 02 0138 0000BB80 FF00 01 02 03 04 05")
    #expect(opus.outputChannelCount == 2 && opus.preSkip == 312 && opus.outputGain == -256)
    #expect(opus.streamCount == 2 && opus.coupledCount == 3 && opus.channelMapping == [4, 5])
    let ac3 = try decoded(AC3SpecificBox.self, "10 3D E0")
    #expect(ac3.fscod == 0 && ac3.bsid == 8 && ac3.acmod == 7 && ac3.lfeon)
    #expect(ac3.bitRateCode == 15)
    let ec3 = try decoded(EC3SpecificBox.self, "0C00 20 0F 00")
    #expect(ec3.dataRate == 384 && ec3.substreams.map(\.acmod) == [7])
    #expect(ec3.substreams.map(\.bsid) == [16] && ec3.substreams.map(\.lfeon) == [true])
  }

  /// The same as in a movie from which a broadcaster removed entries.
  @Test func roomBetweenEntries() throws {
    let entry = boxBytes("c608", hexArray("000000000000 0001"))
    let bytes = boxBytes("stsd", hexArray("00000000 00000001") + entry + boxBytes("skip", [1, 2]))
    let file = BoxFile(Bytes(bytes))
    #expect(file.findings.isEmpty)
    let children = try #require(file.boxes.first?.children)
    #expect(
      children.map { $0.definition()?.title } == ["ClosedCaptionSampleEntry", "FreeSpaceBox"])
    #expect(children.last?.opaquePayload.map(Array.init) == [1, 2])
    #expect(try file.encoded(copyingUnchanged: false).bytes == bytes)
  }

  /// The handler states the kind of an entry, and the entry keeps it.
  @Test func unknownEntriesOfKnownHandlers() throws {
    func entry(of handler: String, _ payload: Int) -> Box? {
      let header = boxBytes(
        "hdlr", hexArray("00000000 00000000 '\(handler)'") + [UInt8](repeating: 0, count: 13))
      let entry = boxBytes("zzzz", [UInt8](repeating: 0, count: payload))
      let stsd = boxBytes("stsd", hexArray("00000000 00000001") + entry)
      let file = BoxFile(Bytes(boxBytes("mdia", header + boxBytes("minf", boxBytes("stbl", stsd)))))
      return file.boxes.at("mdia", "minf", "stbl", "stsd").first
    }
    #expect(entry(of: "vide", 78)?.definition()?.title == "VisualSampleEntry")
    #expect(entry(of: "soun", 28)?.definition()?.title == "AudioSampleEntry")
    #expect(entry(of: "meta", 8)?.definition()?.title == "SampleEntry")
  }
}
