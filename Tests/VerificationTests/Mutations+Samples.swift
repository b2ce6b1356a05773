import ISOBMFF
import Testing

extension Mutation {
  static let samples =
    headers + sampleTimes + chunks + sampleEntries + edits + trackReferences + metadata

  private static let stbl = "moov/trak/mdia/minf/stbl"
  private static let audio = "moov/trak[1]/mdia/minf/stbl"
  private static let entry = "moov/trak/mdia/minf/stbl/stsd/avc1"

  private static let headers: [Mutation] = [
    .boxes("timescale-zero", Sample.movie, at: "moov/trak") { file in
      try file.edit("moov/trak/mdia/mdhd", as: MediaHeaderBox.self) { $0.timescale = 0 }
    },
    .boxes(
      "timescale-zero", Sample.fragmented, at: "sidx"
    ) { file in
      try file.edit("sidx", as: SegmentIndexBox.self) { $0.timescale = 0 }
    },
    trackHeader("track-id-zero", "moov/trak[1]/tkhd") { $0.trackID = 0 },
    trackHeader("track-id-twice", "moov/trak[1]/tkhd") { $0.trackID = 1 },
    trackHeader("track-duration-differs", "moov/trak[1]/tkhd") { $0.duration -= 500 },
    trackHeader("track-size-zero", "moov/trak/tkhd") { $0.width = 0 },
    trackHeader("track-size-differs", "moov/trak/tkhd") { $0.width += 60 << 16 },
    trackHeader("matrix-degenerate", "moov/trak/tkhd") { $0.matrix.a = 0 },
    trackHeader("matrix-oblique", "moov/trak/tkhd") { $0.matrix.b = 0x8000 },
    movieHeader("matrix-of-movie") { $0.matrix.a = 0x8000 },
    movieHeader("next-track-id-taken") { $0.nextTrackID = 2 },
    movieHeader("movie-duration-differs") { $0.duration += 500 },
    movieHeader("date-before-1970") { $0.creationTime = 1_600_000_000 },
    // The start of 1970, from 1904 on.
    movieHeader("date-before-1970") { $0.creationTime = 2_082_844_800 },
    .boxes("media-duration-differs", Sample.mp4, at: "moov/trak/mdia/mdhd") { file in
      try file.edit("moov/trak/mdia/mdhd", as: MediaHeaderBox.self) { $0.duration *= 2 }
    },
    .boxes("mdhd-language-invalid", Sample.mp4, at: "moov/trak/mdia/mdhd") { file in
      try file.edit("moov/trak/mdia/mdhd", as: MediaHeaderBox.self) { $0.language = 0x7FFF }
    },
    .boxes("media-header-missing", Sample.mp4, at: "moov/trak/mdia/minf") { file in
      try file.remove("moov/trak/mdia/minf/vmhd")
    },
  ]

  private static let sampleTimes: [Mutation] = [
    .boxes("stts-sample-count", Sample.mp4, at: "\(stbl)/stts") { file in
      try file.edit("\(stbl)/stts", as: TimeToSampleBox.self) { $0.entries.rows[0][0] -= 1 }
    },
    .boxes("ctts-sample-count", Sample.mp4, at: "\(stbl)/ctts") { file in
      try file.edit("\(stbl)/ctts", as: CompositionOffsetBox.self) { $0.entries.rows.removeLast() }
    },
    .boxes("ctts-negative", Sample.mp4, at: "\(stbl)/ctts") { file in
      try file.edit("\(stbl)/ctts", as: CompositionOffsetBox.self) { $0.entries.rows[1][1] = -1 }
    },
    .boxes("cslg-differs", Sample.mp4, at: "\(stbl)/cslg") { file in
      try file.append(Box(CompositionToDecodeBox()), in: stbl)
    },
    sync("stss-order") { $0.swapAt(1, 2) },
    sync("stss-sample-unknown") { $0[2] = [76] },
    sync("stss-empty") { $0 = [] },
    sync("first-sample-not-sync") { $0.removeFirst() },
    // Sample 31 begins a group of pictures.
    sync("sync-sample-predicted") { $0[1] = [32] },
    .boxes("sdtp-sample-count", Sample.movie, at: "\(stbl)/sdtp") { file in
      try file.edit("\(stbl)/sdtp", as: SampleDependencyTypeBox.self) {
        $0.entries.rows.removeLast()
      }
    },
    .boxes("sbgp-sample-count", Sample.mp4, at: "\(audio)/sbgp") { file in
      try file.edit("\(audio)/sbgp", as: SampleToGroupBox.self) { $0.entries.rows[0][0] += 1 }
    },
    .boxes("sbgp-description-unknown", Sample.mp4, at: "\(audio)/sbgp") { file in
      try file.edit("\(audio)/sbgp", as: SampleToGroupBox.self) { $0.entries.rows[0][1] = 2 }
    },
  ]

  private static let chunks: [Mutation] = [
    .boxes("samples-past-end", Sample.mp4, at: "moov/trak") { file in
      try file.edit("\(stbl)/stco", as: ChunkOffsetBox.self) { box in
        let last = box.chunkOffsets.count - 1
        box.chunkOffsets.rows[last][0] += 1 << 30
      }
    },
    runs("stsc-sample-count") { $0.append([74, 2, 1]) },
    runs("stsc-order") { $0.append([2, 1, 1]) },
    runs("stsc-chunk-unknown") { $0.append([75, 1, 1]) },
    runs("stsc-description-unknown") { $0[1][2] = 2 },
    .boxes("stsc-samples-zero", Sample.mp4, at: "\(stbl)/stsc") { file in
      try file.edit("\(stbl)/stsc", as: SampleToChunkBox.self) {
        $0.entries.rows.append([75, 0, 1])
      }
      try file.edit("\(stbl)/stco", as: ChunkOffsetBox.self) { box in
        box.chunkOffsets.rows.append(try #require(box.chunkOffsets.rows.last))
      }
    },
    .boxes(
      "samples-exceed-file", Sample.mp4, at: "moov/trak",
      also: [
        "samples-past-end", "chunk-past-end", "chunks-overlap", "sample-data-damaged",
      ]
    ) { file in
      try file.edit("\(stbl)/stsz", as: SampleSizeBox.self) { box in
        box.entries.rows = box.entries.rows.map { _ in [200_000] }
      }
    },
    .boxes("stsz-all-zero", Sample.mp4, at: "\(stbl)/stsz", also: ["media-data-unused"]) { file in
      try file.edit("\(stbl)/stsz", as: SampleSizeBox.self) { box in
        box.entries.rows = box.entries.rows.map { _ in [0] }
      }
    },
    .boxes("sample-empty", Sample.mp4, at: "\(stbl)/stsz") { file in
      try file.edit("\(stbl)/stsz", as: SampleSizeBox.self) { $0.entries.rows[37] = [0] }
    },
    .boxes("sample-empty", Sample.mp4, at: "\(audio)/stsz") { file in
      try file.edit("\(audio)/stsz", as: SampleSizeBox.self) { $0.entries.rows[59] = [0] }
    },
    .boxes("media-data-unused", Sample.mp4, at: "mdat") { try $0.blank("moov/trak") },
    .boxes("media-data-unused", Sample.mp4, at: "mdat") { try $0.blank("moov/trak[1]") },
    .boxes("media-data-unused", Sample.fragmented, at: "mdat[1]", also: ["fragment-missing"]) {
      file in
      try file.blank("mfra")
      try file.blank("moof[1]")
    },
    .boxes("chunk-past-end", Sample.mp4, at: "\(audio)/stco") { file in
      try file.edit("\(audio)/stsz", as: SampleSizeBox.self) { box in
        box.entries.rows[box.entries.count - 1][0] += 500
      }
    },
    .boxes(
      "chunk-outside-mdat", Sample.mp4, at: "\(audio)/stco", also: ["sample-data-damaged"]
    ) { file in
      try file.edit("\(audio)/stco", as: ChunkOffsetBox.self) { $0.chunkOffsets.rows[1][0] = 1000 }
    },
    .boxes(
      "chunks-overlap", Sample.mp4, at: "\(audio)/stco", also: ["sample-data-damaged"]
    ) { file in
      try file.edit("\(audio)/stco", as: ChunkOffsetBox.self) { $0.chunkOffsets.rows[1][0] -= 10 }
    },
    .boxes("movie-after-media", Sample.mp4, at: "moov") { file in
      try file.editList(around: "moov") { list, index in list.append(list.remove(at: index)) }
    },
    .boxes("samples-not-interleaved", Sample.mp4, at: "moov/trak[1]") { try separate(&$0) },
  ]

  private static let sampleEntries: [Mutation] = [
    .boxes("stsd-empty", Sample.mp4, at: "\(stbl)/stsd", also: ["stsc-description-unknown"]) {
      try $0.remove(entry)
    },
    .boxes("dref-index-unknown", Sample.mp4, at: entry) { file in
      try file.edit(entry, as: VisualSampleEntry.self) { $0.dataReferenceIndex = 2 }
    },
    .boxes(
      "media-elsewhere", Sample.mp4, at: "moov/trak/mdia/minf/dinf/dref/url ",
      also: ["media-data-unused"]
    ) { file in
      try file.edit("moov/trak/mdia/minf/dinf/dref/url ", as: DataEntryUrlBox.self) { box in
        box.header.flags = 0
        box.location = "file:///media.mp4"
      }
    },
    .boxes(
      "imda-missing", Sample.mp4, at: "moov/trak/mdia/minf/dinf/dref/imdt",
      also: ["media-data-unused"]
    ) { file in
      var reference = DataEntryImdaBox()
      reference.imdaRefIdentifier = 7
      try file.edit("moov/trak/mdia/minf/dinf/dref") { $0.children = [Box(reference)] }
    },
    .boxes("imda-missing", Sample.fragmented, at: "moof/mfhd", also: ["media-data-unused"]) {
      file in
      let number = Box(DataEntrySeqNumImdaBox())
      try file.edit("moov/trak/mdia/minf/dinf/dref") { $0.children = [number] }
    },
    .boxes("imda-unused", Sample.mp4, at: "imda") { $0.boxes.append(mediaData(7)) },
    .boxes("imda-twice", Sample.mp4, at: "imda[1]", also: ["imda-unused"]) { file in
      file.boxes += [mediaData(7), mediaData(7)]
    },
    .boxes(
      "sample-entry-kind", Sample.mp4, at: "\(audio)/stsd/mp4a",
      also: ["media-header-missing", "track-size-zero"]
    ) { file in
      try file.edit("moov/trak[1]/mdia/hdlr", as: HandlerBox.self) { $0.handlerType = "vide" }
    },
    .boxes("sample-entry-kind", Sample.mp4, at: "\(audio)/stsd/mp4a") { file in
      try file.edit("moov/trak[1]/mdia/hdlr", as: HandlerBox.self) { $0.handlerType = "qwer" }
    },
    .boxes("sample-entry-kind", Sample.mp4, at: entry) { file in
      try file.edit("moov/trak/mdia/hdlr", as: HandlerBox.self) {
        $0.handlerType = FourCC(rawValue: 0)
      }
    },
    sound("audio-rate-differs") { $0.sampleRate = 44100 << 16 },
    sound("audio-rate-differs") { entry in
      var extended = AudioSampleEntry.Extended()
      extended.audioSampleRate = Double.infinity.bitPattern
      extended.numAudioChannels = UInt32(entry.channelCount)
      entry.version = 2
      entry.extended = extended
    },
    sound("audio-channels-differ") { $0.channelCount = 1 },
    .boxes("protection-incomplete", Sample.mp4, at: "\(audio)/stsd/enca") { file in
      try file.editList(around: "\(audio)/stsd/mp4a") { list, index in
        let sound = try #require(list[index][AudioSampleEntry.self])
        list[index] = Box(type: "enca", sound, in: .sampleEntries)
      }
    },
    // The first sample is at byte 0x1031, and its first NAL unit is SEI.
    .bytes("sample-data-damaged", Sample.mp4, at: entry) { $0[0x1031] = 0x7F },
    .bytes("sample-in-band-sets", Sample.mp4, at: entry) { $0[0x1031 + 4] = 0x67 },
  ]

  private static let edits: [Mutation] = [
    edit("elst-past-media") { $0[0][1] = 100_000 },
    edit("elst-time-negative") { $0[0][1] = -5 },
    edit("elst-rate") { $0[0][2] = 2 },
    edit("elst-empty-last") { $0.append([0, -1, 1, 0]) },
  ]

  private static let trackReferences: [Mutation] = [
    reference("tref-track-unknown", "cdsc", to: 9),
    reference("tref-to-itself", "cdsc", to: 1),
    reference("tref-kind", "tmcd", to: 2),
  ]

  private static let metadata: [Mutation] = [
    .boxes("metadata-key-unknown", Sample.movie, at: "moov/meta/ilst") { file in
      try file.edit("moov/meta/keys", as: MetadataItemKeysBox.self) { _ = $0.keys.removeLast() }
    },
    .boxes("still-image-time-missing", Sample.mp4, at: "moov") { file in
      let other = BoxFile(Bytes(try Sample.bytes(Sample.movie)))
      let path = try #require(BoxPath("moov/meta"))
      try file.append(try #require(other.box(at: path)), in: "moov")
    },
  ]

  // MARK: - Changes of one kind

  private static func trackHeader(
    _ rule: String, _ path: String, _ change: @escaping @Sendable (inout TrackHeaderBox) -> Void
  ) -> Mutation {
    .boxes(rule, Sample.mp4, at: path) { try $0.edit(path, as: TrackHeaderBox.self, change) }
  }

  private static func movieHeader(
    _ rule: String, _ change: @escaping @Sendable (inout MovieHeaderBox) -> Void
  ) -> Mutation {
    .boxes(rule, Sample.mp4, at: "moov/mvhd") { file in
      try file.edit("moov/mvhd", as: MovieHeaderBox.self, change)
    }
  }

  private static func sync(
    _ rule: String, _ change: @escaping @Sendable (inout [[Int64]]) -> Void
  ) -> Mutation {
    .boxes(rule, Sample.mp4, at: "\(stbl)/stss") { file in
      try file.edit("\(stbl)/stss", as: SyncSampleBox.self) { change(&$0.entries.rows) }
    }
  }

  private static func runs(
    _ rule: String, _ change: @escaping @Sendable (inout [[Int64]]) -> Void
  ) -> Mutation {
    .boxes(rule, Sample.mp4, at: "\(stbl)/stsc") { file in
      try file.edit("\(stbl)/stsc", as: SampleToChunkBox.self) { change(&$0.entries.rows) }
    }
  }

  private static func edit(
    _ rule: String, _ change: @escaping @Sendable (inout [[Int64]]) -> Void
  ) -> Mutation {
    .boxes(rule, Sample.mp4, at: "moov/trak/edts/elst") { file in
      try file.edit("moov/trak/edts/elst", as: EditListBox.self) { change(&$0.entries.rows) }
    }
  }

  private static func sound(
    _ rule: String, _ change: @escaping @Sendable (inout AudioSampleEntry) -> Void
  ) -> Mutation {
    .boxes(rule, Sample.mp4, at: "\(audio)/stsd/mp4a") { file in
      try file.edit("\(audio)/stsd/mp4a", as: AudioSampleEntry.self, change)
    }
  }

  private static func mediaData(_ number: UInt32) -> Box {
    var media = IdentifiedMediaDataBox()
    media.imdaIdentifier = number
    media.data = Bytes([1, 2, 3])
    return Box(media)
  }

  /// Lets the first track refer to another.
  private static func reference(_ rule: String, _ type: FourCC, to id: UInt32) -> Mutation {
    .boxes(rule, Sample.mp4, at: "moov/trak/tref/\(type)") { file in
      var reference = TrackReferenceTypeBox()
      reference.trackIDs = [id]
      var box = TrackReferenceBox()
      box.children = [Box(type: type, reference, in: .trackReferences)]
      try file.append(Box(box), in: "moov/trak")
    }
  }

  /// Moves the sound after all pictures.
  private static func separate(_ file: inout BoxFile) throws {
    let media = try #require(file.boxes.first("mdat")?.sourcePayload)
    var data: [UInt8] = []
    for stbl in [stbl, audio] {
      let tables = try #require(BoxPath(stbl).flatMap { file.box(at: $0) }).children
      let sizes = try #require(tables.first(SampleSizeBox.self)).entries.rows.map { Int($0[0]) }
      let runs = try #require(tables.first(SampleToChunkBox.self)).entries.rows
      var sample = 0
      try file.edit("\(stbl)/stco", as: ChunkOffsetBox.self) { box in
        for index in 0..<box.chunkOffsets.count {
          let count = Int(try #require(runs.last { $0[0] <= index + 1 })[1])
          let size = sizes[sample..<sample + count].reduce(0, +)
          sample += count
          let start = Int(box.chunkOffsets[index, 0]) - media.fileOffset
          let offset = media.fileOffset + data.count
          data += try #require(media.part(start..<start + size))
          box.chunkOffsets.rows[index][0] = Int64(offset)
        }
      }
    }
    try file.edit("mdat") { $0.content = .opaque(Bytes(data)) }
  }
}
