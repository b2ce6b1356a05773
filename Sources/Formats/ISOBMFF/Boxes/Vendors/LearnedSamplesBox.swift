/// The properties of the samples of a track in a good recording, with which samples of other recordings of the same
/// camera are found. It contains no picture and no audio. Boxwalk writes it to `trak` instead of the media data of the
/// recording.
public struct LearnedSamplesBox: BoxBody {
  public static let type: FourCC = "uuid"
  public static let userType: UserType = "abef92cb-69d5-4fef-be4d-4a8527ea0b3d"
  public static let specification = "Boxwalk (repair --learn)"

  public var header = FullBoxHeader()
  /// The method for finding samples, a ``Codec``.
  public var codec: UInt8 = 0
  /// Kinds of pictures that are sync samples.
  public var syncKinds: [UInt16] = []
  /// Parameter sets in samples, besides those of the sample entry.
  public var parameterSets: [NALUnit] = []
  /// Types of NAL units.
  public var unitTypes: [UInt8] = []
  /// Sequences of the elements of AAC frames, three bits for each element.
  public var elements: [UInt64] = []
  /// Keys that samples of metadata begin with.
  public var firstKeys: [UInt32] = []
  /// Whether such a key is also in the middle of a sample.
  public var repeatsFirstKeys = false
  /// The sizes of boxes in samples of metadata.
  public var boxes: [BoxSizes] = []
  /// The common start of all samples.
  public var prefix = Bytes()
  /// What samples of each size start with, the most frequent size first; only in version 1.
  public var patterns: [Pattern] = []

  /// The method for finding samples.
  public enum Codec: UInt8, CaseIterable, Sendable {
    case nalUnits = 1
    case filledNALUnits, aac, timedMetadata, keysAndLengths, commonStart, proRes
    case audioFrames, jpegImages, openBitstreamUnits, alac, paddedAAC, startCodes
  }

  private static let codecs: ValueNames = [
    1: "NAL units", 2: "NAL units filled up with zeros", 3: "AAC", 4: "timed metadata",
    5: "keys and lengths", 6: "common start", 7: "ProRes",
    8: "frames of audio that state their length", 9: "JPEG images",
    10: "open bitstream units", 11: "ALAC", 12: "AAC whose padding is not zero",
    13: "start codes",
  ]

  /// A parameter set.
  public struct NALUnit: FieldCodable, Hashable {
    public var bytes = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.bytes("nal_unit", &bytes, count: .bits(16, "nal_unit_length"))
    }
  }

  /// How large boxes with a key are.
  public struct BoxSizes: FieldCodable, Hashable {
    public var key: UInt32 = 0
    public var count: UInt32 = 0
    public var least: UInt32 = 0
    public var greatest: UInt32 = 0
    /// A common divisor of all sizes, after the smallest size is subtracted.
    public var step: UInt32 = 0
    /// The sizes, if there are only a few.
    public var values: [UInt32] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "key", &key)
      try f.uint(32, "count", &count)
      try f.uint(32, "least", &least)
      try f.uint(32, "greatest", &greatest)
      try f.uint(32, "step", &step)
      try f.list(32, "value", &values, count: .bits(16, "value_count"))
    }
  }

  /// What samples of one size start with.
  public struct Pattern: FieldCodable, Hashable {
    public var size: UInt32 = 0
    /// The number of samples of this size.
    public var count: UInt32 = 0
    /// The first bytes of a sample.
    public var bytes = Bytes()
    /// The bytes that all of them have in common, one bit each, the first byte in the highest bit.
    public var common: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "size", &size)
      try f.uint(32, "count", &count)
      try f.bytes("bytes", &bytes, count: .bits(8, "byte_count"))
      try f.uint(32, "common", &common, as: .hex)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(8, "codec", &codec, as: .names(Self.codecs))
    try f.list(16, "sync_kind", &syncKinds, count: .bits(16, "sync_kind_count"))
    try f.list("parameter_sets", &parameterSets, count: .bits(16, "parameter_set_count"))
    try f.list(8, "unit_type", &unitTypes, count: .bits(16, "unit_type_count"))
    try f.list(64, "elements", &elements, count: .bits(16, "elements_count"), as: .hex)
    try f.list(32, "first_key", &firstKeys, count: .bits(16, "first_key_count"), as: .hex)
    try f.flag("repeats_first_keys", &repeatsFirstKeys)
    try f.reserved(7)
    try f.list("boxes", &boxes, count: .bits(16, "box_count"))
    try f.bytes("prefix", &prefix, count: .bits(8, "prefix_length"))
    if header.version == 1 { try f.list("patterns", &patterns, count: .bits(16, "pattern_count")) }
  }
}
