/// The number of samples in each chunk: each row applies up to the first chunk of the next row.
public struct SampleToChunkBox: BoxBody {
  public static let type: FourCC = "stsc"
  public static let specification = "ISO/IEC 14496-12 §8.7.4"

  public var header = FullBoxHeader()
  /// `first_chunk`, `samples_per_chunk`, `sample_description_index`, counted from 1.
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [
    .uint(32, "first_chunk"), .uint(32, "samples_per_chunk"),
    .uint(32, "sample_description_index"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: Self.columns)
  }
}

/// The offsets of chunks in the file.
public struct ChunkOffsetBox: BoxBody {
  public static let type: FourCC = "stco"
  public static let specification = "ISO/IEC 14496-12 §8.7.5"

  public var header = FullBoxHeader()
  public var chunkOffsets = FieldTable()

  /// The columns of ``chunkOffsets``.
  public static let columns: [FieldTable.Column] = [
    .offset(32, "chunk_offset", .position(from: .file))
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "chunk_offsets", &chunkOffsets, count: .bits(32, "entry_count"),
      columns: Self.columns)
  }

  public var withWiderOffsets: (any BoxBody)? {
    var wider = ChunkLargeOffsetBox()
    wider.header = header
    wider.chunkOffsets = chunkOffsets.inColumns(ChunkLargeOffsetBox.columns)
    return wider
  }
}

/// The offsets of chunks in a file of more than 4 GB.
public struct ChunkLargeOffsetBox: BoxBody {
  public static let type: FourCC = "co64"
  public static let specification = "ISO/IEC 14496-12 §8.7.5"

  public var header = FullBoxHeader()
  public var chunkOffsets = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "chunk_offsets", &chunkOffsets, count: .bits(32, "entry_count"),
      columns: Self.columns)
  }

  /// The columns of ``chunkOffsets``.
  public static let columns: [FieldTable.Column] = [
    .offset(64, "chunk_offset", .position(from: .file))
  ]
}
