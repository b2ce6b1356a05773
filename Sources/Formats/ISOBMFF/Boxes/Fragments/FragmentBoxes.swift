/// The number of a fragment.
public struct MovieFragmentHeaderBox: BoxBody {
  public static let type: FourCC = "mfhd"
  public static let specification = "ISO/IEC 14496-12 §8.8.5"

  public var header = FullBoxHeader()
  public var sequenceNumber: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "sequence_number", &sequenceNumber)
  }
}

/// The duration of the whole movie, fragments included.
public struct MovieExtendsHeaderBox: BoxBody {
  public static let type: FourCC = "mehd"
  public static let specification = "ISO/IEC 14496-12 §8.8.2"

  public var header = FullBoxHeader()
  public var fragmentDuration: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(header.version == 1 ? 64 : 32, "fragment_duration", &fragmentDuration)
  }
}

/// The defaults of a track for samples in fragments.
public struct TrackExtendsBox: BoxBody {
  public static let type: FourCC = "trex"
  public static let specification = "ISO/IEC 14496-12 §8.8.3"

  public var header = FullBoxHeader()
  public var trackID: UInt32 = 1
  public var defaultSampleDescriptionIndex: UInt32 = 1
  public var defaultSampleDuration: UInt32 = 0
  public var defaultSampleSize: UInt32 = 0
  public var defaultSampleFlags: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "track_ID", &trackID)
    try f.uint(32, "default_sample_description_index", &defaultSampleDescriptionIndex)
    try f.uint(32, "default_sample_duration", &defaultSampleDuration)
    try f.uint(32, "default_sample_size", &defaultSampleSize)
    try f.uint(32, "default_sample_flags", &defaultSampleFlags, as: .flags(SampleFlagNames.all))
  }
}

/// The defaults for the samples of a track in one fragment. The flags state which fields exist.
public struct TrackFragmentHeaderBox: BoxBody {
  public static let type: FourCC = "tfhd"
  public static let specification = "ISO/IEC 14496-12 §8.8.7"

  public var header = FullBoxHeader()
  public var trackID: UInt32 = 1
  public var baseDataOffset: UInt64?
  public var sampleDescriptionIndex: UInt32?
  public var defaultSampleDuration: UInt32?
  public var defaultSampleSize: UInt32?
  public var defaultSampleFlags: UInt32?

  private static let flags: FlagNames = [
    .bits(0x1, "base_data_offset"), .bits(0x2, "sample_description_index"),
    .bits(0x8, "default_sample_duration"), .bits(0x10, "default_sample_size"),
    .bits(0x20, "default_sample_flags"), .bits(0x1_0000, "the duration is empty"),
    .bits(0x2_0000, "offsets count from moof"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, flags: Self.flags)
    try f.uint(32, "track_ID", &trackID)
    try f.uint(
      64, "base_data_offset", &baseDataOffset, if: header.has(0x1),
      as: .offset(.position(from: .file)))
    try f.uint(32, "sample_description_index", &sampleDescriptionIndex, if: header.has(0x2))
    try f.uint(32, "default_sample_duration", &defaultSampleDuration, if: header.has(0x8))
    try f.uint(32, "default_sample_size", &defaultSampleSize, if: header.has(0x10))
    try f.uint(
      32, "default_sample_flags", &defaultSampleFlags, if: header.has(0x20),
      as: .flags(SampleFlagNames.all))
  }
}

/// The decoding time of the first sample of a fragment.
public struct TrackFragmentBaseMediaDecodeTimeBox: BoxBody {
  public static let type: FourCC = "tfdt"
  public static let specification = "ISO/IEC 14496-12 §8.8.12"

  public var header = FullBoxHeader(version: 1)
  public var baseMediaDecodeTime: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(header.version == 1 ? 64 : 32, "baseMediaDecodeTime", &baseMediaDecodeTime)
  }
}

/// More about a track that has fragments.
struct TrackExtensionPropertiesBox: BoxContainer {
  static let type: FourCC = "trep"
  static let specification = "ISO/IEC 14496-12 §8.8.15"

  var header = FullBoxHeader()
  var trackID: UInt32 = 1
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "track_ID", &trackID)
    try f.boxes(&children)
  }
}

extension FullBoxHeader {
  /// Whether all bits of `flag` are set.
  func has(_ flag: UInt32) -> Bool { flags & flag == flag }
}

extension FieldCoder {
  /// A field that exists only if a flag of the box is set.
  mutating func uint<Value: FixedWidthInteger & UnsignedInteger>(
    _ bits: Int, _ name: StaticString, _ value: inout Value?, if isPresent: Bool,
    as format: FieldFormat = .decimal
  ) throws(FieldError) {
    guard isPresent else {
      value = nil
      return
    }
    var present = value ?? 0
    try uint(bits, name, &present, as: format)
    value = present
  }

  /// A code that exists only if a flag of the box is set.
  mutating func fourCC(
    _ name: StaticString, _ value: inout FourCC?, if isPresent: Bool
  ) throws(FieldError) {
    var raw = value?.rawValue
    try uint(32, name, &raw, if: isPresent, as: .fourCC)
    value = raw.map { FourCC(rawValue: $0) }
  }
}

/// Consecutive samples. The flags state which fields and columns exist.
public struct TrackRunBox: BoxBody {
  public static let type: FourCC = "trun"
  public static let specification = "ISO/IEC 14496-12 §8.8.8"

  public var header = FullBoxHeader()
  /// The offset of the data from the base in `tfhd`; it is corrected if the data moves.
  public var dataOffset: Int32?
  public var firstSampleFlags: UInt32?
  /// `sample_duration`, `sample_size`, `sample_flags`, `sample_composition_time_offset`.
  public var samples = FieldTable()

  private static let flags: FlagNames = [
    .bits(0x1, "data_offset"), .bits(0x4, "first_sample_flags"), .bits(0x100, "sample_duration"),
    .bits(0x200, "sample_size"), .bits(0x400, "sample_flags"),
    .bits(0x800, "sample_composition_time_offset"),
  ]

  /// The columns, by the version and by bits 8 to 11 of the flags.
  private static let layouts = [false, true].map { isSigned in
    let name = "sample_composition_time_offset"
    let columns: [FieldTable.Column] = [
      .uint(32, "sample_duration"), .uint(32, "sample_size"),
      .uint(32, "sample_flags", as: .flags(SampleFlagNames.all)),
      isSigned ? .int(32, name) : .uint(32, name),
    ]
    return (0..<16).map { flags in
      FieldTable.Layout(columns.indices.filter { flags >> $0 & 1 == 1 }.map { columns[$0] })
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1, flags: Self.flags)
    if !header.has(0x1), let offset = try f.impliedOffset(.position(from: .sampleData)) {
      header.flags |= 0x1
      dataOffset = Int32(truncatingIfNeeded: offset)
    }
    var count = UInt32(clamping: samples.count)
    try f.uint(32, "sample_count", &count)
    if header.has(0x1) {
      var offset = dataOffset ?? 0
      try f.int(32, "data_offset", &offset, as: .offset(.position(from: .sampleData)))
      dataOffset = offset
    } else {
      dataOffset = nil
    }
    try f.uint(
      32, "first_sample_flags", &firstSampleFlags, if: header.has(0x4),
      as: .flags(SampleFlagNames.all))
    let layout = Self.layouts[header.version == 0 ? 0 : 1][Int(header.flags >> 8 & 0xF)]
    try f.table("samples", &samples, count: .exactly(Int(count)), layout)
  }

  /// The sum of a column over all samples; if the column does not exist, each sample has `default`. It wraps around.
  public func sum(of name: String, default: UInt32) -> UInt64 {
    samples.columns.firstIndex { $0.name == name }.map { samples.sum(of: $0) }
      ?? UInt64(samples.count) &* UInt64(`default`)
  }
}

/// The offsets of the samples of a movie fragment, run after run (ISO/IEC 14496-12 §8.8.7, §8.8.8).
///
/// A run starts `data_offset` bytes after the base of its track or, without that field, at the end of the run before;
/// the first run then starts at the base. The base is `base_data_offset` if it exists, the start of `moof` if the flag
/// `default-base-is-moof` is set, and otherwise the end of the data of the track before; for the first track, that is
/// also the start of `moof`.
///
/// All offsets count from the start of the file, and are limited to the range of `Int64`, because a hostile file can
/// state any.
public struct TrackRunOffsets: Equatable, Sendable {
  /// The offset of the `moof` box.
  public let fragmentStart: Int64
  /// The base of the offsets of the track, including those in `saio`.
  public private(set) var base: Int64
  /// The end of the last data, which is of this track or of the one before.
  public private(set) var end: Int64
  /// The start of a run without `data_offset`.
  private var next: Int64

  public init(fragmentStart: Int64) {
    self.fragmentStart = fragmentStart
    base = fragmentStart
    end = fragmentStart
    next = fragmentStart
  }

  /// Starts the next track of the fragment, whose `tfhd` box is `header`.
  public mutating func begin(_ header: TrackFragmentHeaderBox) {
    base =
      header.baseDataOffset.map { Int64(clamping: $0) }
      ?? (header.isBaseAtFragment ? fragmentStart : end)
    next = base
  }

  /// Adds the next run of the track.
  ///
  /// - Parameter byteCount: the size of all its samples together.
  /// - Returns: the offset of its first sample.
  public mutating func add(_ run: TrackRunBox, byteCount: UInt64) -> Int64 {
    let start = run.dataOffset.map { base.addingSaturating(Int64($0)) } ?? next
    next = start.addingSaturating(Int64(clamping: byteCount))
    end = next
    return start
  }
}

extension TrackFragmentHeaderBox {
  /// Whether the offsets count from the start of the `moof` box, if no base is stated
  /// (`default-base-is-moof`).
  public var isBaseAtFragment: Bool { header.has(0x2_0000) }
}

/// The meaning of the flags of a sample (ISO/IEC 14496-12 §8.8.3.1).
public enum SampleFlagNames {
  /// The bits of `sample_flags` and similar fields of 32 bits.
  public static let all: FlagNames =
    dependencies + [.bits(0x1_0000, "sync sample", are: 0), .bits(0x1_0000, "not a sync sample")]

  /// The dependencies between a sample and other samples.
  public static let dependencies: FlagNames = [
    .bits(0x0C00_0000, "leading, needs what comes before", are: 0x0400_0000),
    .bits(0x0C00_0000, "not leading", are: 0x0800_0000),
    .bits(0x0C00_0000, "leading, can be decoded", are: 0x0C00_0000),
    .bits(0x0300_0000, "needs other samples", are: 0x0100_0000),
    .bits(0x0300_0000, "needs no other", are: 0x0200_0000),
    .bits(0x00C0_0000, "others need it", are: 0x0040_0000),
    .bits(0x00C0_0000, "no other needs it", are: 0x0080_0000),
    .bits(0x0030_0000, "coded more than once", are: 0x0010_0000),
    .bits(0x0030_0000, "coded once", are: 0x0020_0000),
  ]
}
