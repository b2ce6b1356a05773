import AVC
import HEVC
import ISOBMFF
import Movie

/// The sample tables of one track. Tables are read row by row, and never kept.
final class ExaminedSampleTables {
  let track: Track
  /// The `trak` box.
  let box: ExaminedBox
  /// It owns its tables: they must not own it.
  private unowned let file: ExaminedFile

  init(_ track: Track, _ box: ExaminedBox, in file: ExaminedFile) {
    self.track = track
    self.box = box
    self.file = file
  }

  var id: UInt32 { track.id }
  var timescale: UInt32 { track.timescale }

  private(set) lazy var header = file.first(in: box, "tkhd") ?? box
  private(set) lazy var mediaHeader = file.first(in: box, "mdia", "mdhd") ?? box
  private(set) lazy var information = file.first(in: box, "mdia", "minf")
  private(set) lazy var editList = file.first(in: box, "edts", "elst")
  private(set) lazy var descriptions = self["stsd"]
  /// The sample entries.
  private(set) lazy var entries =
    descriptions.map { file.children(of: $0).filter { !["free", "skip"].contains($0.type) } } ?? []
  /// The boxes in `stbl`.
  private(set) lazy var tables =
    file.first(in: box, "mdia", "minf", "stbl").map { file.children(of: $0) } ?? []

  /// The first sample table of a type.
  subscript(type: FourCC) -> ExaminedBox? { tables.first { $0.type == type } }

  /// `stsz` or `stz2`.
  private(set) lazy var sizeBox = self["stsz"] ?? self["stz2"]

  /// The number of samples that are not in fragments; nil if it is unknown.
  private(set) lazy var sampleCount: Int? =
    sizeBox?[SampleSizeBox.self].map { Int($0.sampleCount) }
    ?? sizeBox?[CompactSampleSizeBox.self].map { $0.entries.count }

  /// The rows of `elst`; nil without it.
  private(set) lazy var edits = editList?[EditListBox.self]?.entries

  /// The total of `stts` for all samples; nil without it.
  private(set) lazy var times: SampleRuns.Total? =
    self["stts"]?[TimeToSampleBox.self].map { SampleRuns(table: $0.entries).total }

  /// The total of `ctts` for all samples; nil without it, or if it is empty.
  private(set) lazy var compositionOffsets: SampleRuns.Total? =
    self["ctts"]?[CompositionOffsetBox.self].map { SampleRuns(table: $0.entries).total }
    .flatMap { $0.samples > 0 ? $0 : nil }

  /// `stco` or `co64`.
  private(set) lazy var chunkBox = self["stco"] ?? self["co64"]

  /// The chunks according to `stsc`, even if there are not as many samples.
  private(set) lazy var chunkTable = ChunkTable(tables.map(\.box), sampleCount: .max)

  /// The number of samples in chunks according to `stsc`; nil if it is too large.
  private(set) lazy var samplesInChunks: Int? = {
    var last: ChunkTable.Run?
    while let run = chunkTable.run(after: last) { last = run }
    let count = last.map { $0.firstSample + $0.sampleCount } ?? 0
    return count < .max ? count : nil
  }()

  /// A run of samples that follow each other in the file.
  struct Chunk {
    /// The number of the entry, from 0.
    var index: Int
    var start: UInt64
    var bytes: UInt64
    var end: UInt64 { start.addingSaturating(bytes) }
  }

  /// All chunks whose samples are known, in the order of the table, except those whose data is in
  /// another file.
  private(set) lazy var chunks: [Chunk] = track.samples.chunks.lazy
    .prefix { $0.fragmentStart == nil }.filter { $0.location == .file(0) }
    .map { Chunk(index: $0.number - 1, start: $0.start, bytes: $0.byteCount) }
}

/// Samples of video that consist of NAL units, each with a length before it: some samples of each track.
struct ExaminedSamples {
  let track: ExaminedSampleTables
  /// The box for findings: the sample entry.
  let entry: ExaminedBox
  /// The bytes of a length.
  let lengthSize: Int
  /// NAL units of the sample entry.
  let parameterSets: Set<Bytes>
  let samples: [Bytes]

  /// The first and the last sample of each track of HEVC or AVC that is not encrypted.
  static func all(in file: ExaminedFile) -> [ExaminedSamples] {
    file.sampleTables.compactMap { track in
      guard track.entries.count == 1, let entry = track.entries.first,
        let configuration = configuration(of: entry.box)
      else { return nil }
      // The first and the last sample of the tables, and the first one of the fragments.
      let count = track.track.tableSampleCount
      let samples = Set([0, count - 1, count]).sorted().compactMap {
        track.track.samples.sample(at: $0)
      }
      return ExaminedSamples(
        track: track, entry: entry, lengthSize: configuration.lengthSize,
        parameterSets: Set(configuration.sets),
        samples: samples.filter { $0.location == .file(0) }
          .compactMap { file.bytes.part($0.fileRange) })
    }
  }

  private static func configuration(of entry: Box) -> (lengthSize: Int, sets: [Bytes])? {
    switch entry.type {
    case "hvc1", "hev1", "dvh1", "dvhe":
      entry.children.first(HEVCConfigurationBox.self).map {
        (Int($0.record.lengthSizeMinusOne) + 1, $0.record.arrays.flatMap(\.nalUnits))
      }
    case "avc1", "avc3", "dva1", "dvav":
      entry.children.first(AVCConfigurationBox.self).map {
        ($0.record.lengthSize, $0.record.nalUnits)
      }
    default: nil
    }
  }
}

/// A box with properties of the samples of a track: in its sample table, or in one fragment.
struct ExaminedSampleBox {
  let box: ExaminedBox
  /// The number of samples; nil if it is unknown.
  let sampleCount: Int?
  /// The owner of the samples, as text.
  let owner: String

  /// All boxes of a type.
  static func all(_ type: FourCC, in file: ExaminedFile) -> [ExaminedSampleBox] {
    file.sampleTables.flatMap { track in
      track.tables.filter { $0.type == type }.map {
        ExaminedSampleBox(box: $0, sampleCount: track.sampleCount, owner: "track \(track.id)")
      }
    }
      + file.trackFragments.flatMap { track in
        file.children(of: track.box).filter { $0.type == type }.map {
          ExaminedSampleBox(
            box: $0, sampleCount: track.sampleCount,
            owner: "the fragment of track \(track.trackID)")
        }
      }
  }
}

/// References from one track to others.
struct ExaminedTrackReference {
  let box: ExaminedBox
  let ids: [UInt32]
}

extension ExaminedFile {
  /// The references of all tracks.
  var trackReferences: [(track: ExaminedSampleTables, reference: ExaminedTrackReference)] {
    sampleTables.flatMap { track in
      (first(in: track.box, "tref").map { children(of: $0) } ?? []).compactMap { box in
        box[TrackReferenceTypeBox.self].map {
          (track, ExaminedTrackReference(box: box, ids: $0.trackIDs))
        }
      }
    }
  }
}

extension UInt64 {
  /// A duration of a header; nil if it is unknown or without an end: all bits are set, or all but the sign as in
  /// frames that move without an end, or it is 0 as in movies that are still being written.
  func known(_ version: UInt8) -> UInt64? {
    let all: UInt64 = version == 1 ? .max : UInt64(UInt32.max)
    return [0, all, all >> 1].contains(self) ? nil : self
  }
}
