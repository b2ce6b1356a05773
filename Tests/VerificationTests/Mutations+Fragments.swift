import ISOBMFF
import Testing

extension Mutation {
  static let fragments: [Mutation] = movieExtends + trackFragments + segmentIndexes + auxiliary

  private static let stbl = "moov/trak/mdia/minf/stbl"

  private static let movieExtends: [Mutation] = [
    .boxes("mvex-missing", Sample.fragmented, at: "moov") { try $0.blank("moov/mvex") },
    .boxes("trex-missing", Sample.fragmented, at: "moov/mvex") { file in
      try file.edit("moov/mvex/trex[1]", as: TrackExtendsBox.self) { $0.trackID = 9 }
    },
    .boxes("mehd-duration-differs", Sample.fragmented, at: "moov/mvex/mehd") { file in
      // Positions in mfra count from the start of the file.
      try file.remove("mfra")
      var header = MovieExtendsHeaderBox()
      header.fragmentDuration = 9000
      try file.append(Box(header), in: "moov/mvex")
    },
    .boxes("tfhd-description-unknown", Sample.fragmented, at: "moof/traf/tfhd") { file in
      try file.edit("moov/mvex/trex", as: TrackExtendsBox.self) {
        $0.defaultSampleDescriptionIndex = 2
      }
    },
  ]

  private static let trackFragments: [Mutation] = [
    .boxes("mfhd-sequence", Sample.fragmented, at: "moof[2]/mfhd") { file in
      try file.edit("moof[2]/mfhd", as: MovieFragmentHeaderBox.self) { $0.sequenceNumber = 1 }
    },
    .boxes("tfdt-backwards", Sample.fragmented, at: "moof[2]/traf/tfdt") { file in
      try file.edit("moof[2]/traf/tfdt", as: TrackFragmentBaseMediaDecodeTimeBox.self) {
        $0.baseMediaDecodeTime = 0x1000
      }
    },
    .boxes("tfdt-gap", Sample.fragmented, at: "moof[2]/traf/tfdt") { file in
      try file.edit("moof[2]/traf/tfdt", as: TrackFragmentBaseMediaDecodeTimeBox.self) {
        $0.baseMediaDecodeTime += 512
      }
    },
    .boxes("fragment-missing", Sample.fragmented, at: "moof[2]/traf/tfdt") { file in
      try file.edit("moof[2]/mfhd", as: MovieFragmentHeaderBox.self) { $0.sequenceNumber += 1 }
      try file.edit("moof[2]/traf/tfdt", as: TrackFragmentBaseMediaDecodeTimeBox.self) {
        $0.baseMediaDecodeTime += 512
      }
    },
    .boxes("tfdt-missing", Sample.fragmented, at: "moof[1]/traf") { file in
      try file.blank("moof[1]/traf/tfdt")
      try file.blank("moof[2]/traf/tfdt")
    },
    .boxes("traf-missing", Sample.fragmented, at: "moof[2]", also: ["media-data-unused"]) { file in
      try file.blank("moof[2]/traf[1]")
      try file.blank("moof[2]/traf")
    },
    .boxes(
      "tfhd-track-unknown", Sample.fragmented, at: "moof[2]/traf[1]/tfhd",
      also: ["media-data-unused"]
    ) { file in
      try file.edit("moof[2]/traf[1]/tfhd", as: TrackFragmentHeaderBox.self) { $0.trackID = 9 }
    },
    run("trun-past-end", "moof[2]/traf[1]/trun", also: ["media-data-unused"]) {
      $0.dataOffset = 1 << 20
    },
    run(
      "trun-outside-mdat", "moof[1]/traf[1]/trun",
      also: ["sample-data-damaged", "media-data-unused"]
    ) {
      $0.dataOffset = 0
    },
    .boxes(
      "trun-sizes-missing", Sample.fragmented, at: "moof[2]/traf/trun",
      also: ["media-data-unused", "sample-empty"]
    ) { file in
      try file.edit("moof[2]/traf/tfhd", as: TrackFragmentHeaderBox.self) {
        $0.defaultSampleSize = 0
      }
      var shift = 0
      try file.edit("moof[2]/traf/trun", as: TrackRunBox.self) { run in
        let columns = run.samples.columns
        let index = try #require(columns.firstIndex { $0.name == "sample_size" })
        run.header.flags &= ~0x200
        run.samples = FieldTable(
          columns: columns.indices.filter { $0 != index }.map { columns[$0] },
          rows: run.samples.rows.map { row in row.indices.filter { $0 != index }.map { row[$0] } })
        shift = -4 * run.samples.count
      }
      try file.moveData(of: "moof[2]", by: shift)
    },
    .boxes("trun-durations-missing", Sample.fragmented, at: "moof[2]/traf/trun") { file in
      try file.edit("moof[2]/traf/tfhd", as: TrackFragmentHeaderBox.self) {
        $0.defaultSampleDuration = 0
      }
    },
  ]

  private static let segmentIndexes: [Mutation] = [
    .boxes("sidx-sizes", Sample.fragmented, at: "sidx") { file in
      try file.edit("sidx", as: SegmentIndexBox.self) { $0.references.rows[1][1] += 8 }
    },
    .boxes("sidx-time-differs", Sample.fragmented, at: "sidx") { file in
      try file.edit("sidx", as: SegmentIndexBox.self) { $0.earliestPresentationTime = 15360 }
    },
    .boxes("tfra-offset", Sample.fragmented, at: "mfra/tfra") { file in
      try file.edit("mfra/tfra", as: TrackFragmentRandomAccessBox.self) {
        $0.entries.rows[0][1] += 1
      }
    },
    .boxes("mfro-size", Sample.fragmented, at: "mfra/mfro") { file in
      try file.edit("mfra/mfro", as: MovieFragmentRandomAccessOffsetBox.self) {
        $0.parentSize += 1
      }
    },
    .boxes("emsg-timescale-zero", Sample.fragmented, at: "emsg") { file in
      var event = EventMessageBox()
      event.timescale = 0
      event.schemeIDURI = "urn:mpeg:dash:event:2012"
      file.boxes.append(Box(event))
    },
  ]

  private static let auxiliary: [Mutation] = [
    .boxes("saiz-sample-count", Sample.mp4, at: "\(stbl)/saiz") { file in
      var sizes = SampleAuxiliaryInformationSizesBox()
      sizes.defaultSampleInfoSize = 8
      sizes.sampleCount = 76
      try file.append(Box(sizes), in: stbl)
    },
    .boxes("saio-entry-count", Sample.mp4, at: "\(stbl)/saio") { file in
      var offsets = SampleAuxiliaryInformationOffsetsBox()
      offsets.offsets = FieldTable(
        columns: [.offset(32, "offset", .position(from: .sampleData))], rows: [[5000], [6000]])
      try file.append(Box(offsets), in: stbl)
    },
    .boxes("senc-sample-count", Sample.fragmented, at: "moof[2]/traf[1]/senc") { file in
      var encryption = SampleEncryptionBox()
      encryption.samples.sampleCount = 2
      encryption.samples.data = Bytes([UInt8](repeating: 7, count: 16))
      try file.append(Box(encryption), in: "moof[2]/traf[1]")
      try file.moveData(of: "moof[2]", by: 32)
    },
  ]

  private static func run(
    _ rule: String, _ path: String, also: Set<String> = [],
    _ change: @escaping @Sendable (inout TrackRunBox) -> Void
  ) -> Mutation {
    .boxes(rule, Sample.fragmented, at: path, also: also) {
      try $0.edit(path, as: TrackRunBox.self, change)
    }
  }
}
