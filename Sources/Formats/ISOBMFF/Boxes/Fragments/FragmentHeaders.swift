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
public struct TrackExtensionPropertiesBox: BoxContainer {
  public static let type: FourCC = "trep"
  public static let specification = "ISO/IEC 14496-12 §8.8.15"

  public var header = FullBoxHeader()
  public var trackID: UInt32 = 1
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "track_ID", &trackID)
    try f.boxes(&children)
  }
}
