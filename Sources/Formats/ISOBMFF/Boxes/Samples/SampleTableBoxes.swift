/// The durations of samples: their decoding times.
public struct TimeToSampleBox: BoxBody {
  public static let type: FourCC = "stts"
  public static let specification = "ISO/IEC 14496-12 §8.6.1.2"

  public var header = FullBoxHeader()
  /// `sample_count`, `sample_delta`.
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [
    .uint(32, "sample_count"), .uint(32, "sample_delta"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: Self.columns)
  }
}

/// The composition offsets of samples: the composition time minus the decoding time.
public struct CompositionOffsetBox: BoxBody {
  public static let type: FourCC = "ctts"
  public static let specification = "ISO/IEC 14496-12 §8.6.1.3"

  public var header = FullBoxHeader()
  /// `sample_count`, `sample_offset`. QuickTime's version 0 has signed offsets, too.
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [
    .uint(32, "sample_count"), .int(32, "sample_offset"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: Self.columns)
  }
}

/// How composition times relate to decoding times.
public struct CompositionToDecodeBox: BoxBody {
  public static let type: FourCC = "cslg"
  public static let specification = "ISO/IEC 14496-12 §8.6.1.4"

  public var header = FullBoxHeader()
  public var compositionToDTSShift: Int64 = 0
  public var leastDecodeToDisplayDelta: Int64 = 0
  public var greatestDecodeToDisplayDelta: Int64 = 0
  public var compositionStartTime: Int64 = 0
  public var compositionEndTime: Int64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let bits = header.version == 0 ? 32 : 64
    try f.int(bits, "compositionToDTSShift", &compositionToDTSShift)
    try f.int(bits, "leastDecodeToDisplayDelta", &leastDecodeToDisplayDelta)
    try f.int(bits, "greatestDecodeToDisplayDelta", &greatestDecodeToDisplayDelta)
    try f.int(bits, "compositionStartTime", &compositionStartTime)
    try f.int(bits, "compositionEndTime", &compositionEndTime)
  }
}

/// The size of each sample in bytes.
public struct SampleSizeBox: BoxBody {
  public static let type: FourCC = "stsz"
  public static let specification = "ISO/IEC 14496-12 §8.7.3.2"

  public var header = FullBoxHeader()
  /// The size of every sample; 0 if they differ and ``entries`` has them.
  public var sampleSize: UInt32 = 0
  public var sampleCount: UInt32 = 0
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [.uint(32, "entry_size")]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "sample_size", &sampleSize)
    try f.uint(32, "sample_count", &sampleCount)
    guard sampleSize == 0 else { return }
    try f.table(
      "entries", &entries, count: .exactly(Int(sampleCount)), columns: Self.columns)
  }
}

/// The size of each sample in bytes, in 4, 8 or 16 bits.
public struct CompactSampleSizeBox: BoxBody {
  public static let type: FourCC = "stz2"
  public static let specification = "ISO/IEC 14496-12 §8.7.3.3"

  public var header = FullBoxHeader()
  /// 4, 8 or 16 bits.
  public var fieldSize: UInt8 = 16
  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(24)
    try f.uint(8, "field_size", &fieldSize)
    try f.table(
      "entries", &entries, count: .bits(32, "sample_count"),
      columns: [.uint(Int(fieldSize), "entry_size")])
  }
}

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

/// The scaling of pictures to the size of the track. The standard no longer has it.
struct SampleScaleBox: BoxBody {
  static let type: FourCC = "stsl"
  static let specification = "ISO/IEC 14496-12:2005"

  var header = FullBoxHeader()
  /// Scaling keeps whole pixels.
  var isConstrained = false
  var scaleMethod: UInt8 = 1
  /// The distance from the centre to the right.
  var displayCenterX: Int16 = 0
  var displayCenterY: Int16 = 0

  static let methods: ValueNames = [
    1: "fill", 2: "hidden", 3: "meet", 4: "slice in x", 5: "slice in y",
  ]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(7)
    try f.flag("constraint_flag", &isConstrained)
    try f.uint(8, "scale_method", &scaleMethod, as: .names(Self.methods))
    try f.int(16, "display_center_x", &displayCenterX)
    try f.int(16, "display_center_y", &displayCenterY)
  }
}
