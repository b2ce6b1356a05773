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
