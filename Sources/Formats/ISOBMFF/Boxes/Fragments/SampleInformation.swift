/// The size of the auxiliary information of each sample.
public struct SampleAuxiliaryInformationSizesBox: BoxBody {
  public static let type: FourCC = "saiz"
  public static let specification = "ISO/IEC 14496-12 §8.7.8"

  public var header = FullBoxHeader()
  public var auxInfoType: FourCC?
  public var auxInfoTypeParameter: UInt32?
  /// 0 if the sizes differ and ``sizes`` has them.
  public var defaultSampleInfoSize: UInt8 = 0
  public var sampleCount: UInt32 = 0
  public var sizes = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("aux_info_type", &auxInfoType, if: header.has(0x1))
    try f.uint(32, "aux_info_type_parameter", &auxInfoTypeParameter, if: header.has(0x1))
    try f.uint(8, "default_sample_info_size", &defaultSampleInfoSize)
    try f.uint(32, "sample_count", &sampleCount)
    guard defaultSampleInfoSize == 0 else { return }
    try f.table(
      "sample_info_sizes", &sizes, count: .exactly(Int(sampleCount)),
      columns: [.uint(8, "sample_info_size")])
  }
}

/// The offsets of the auxiliary information of samples.
public struct SampleAuxiliaryInformationOffsetsBox: BoxBody {
  public static let type: FourCC = "saio"
  public static let specification = "ISO/IEC 14496-12 §8.7.9"

  public var header = FullBoxHeader()
  public var auxInfoType: FourCC?
  public var auxInfoTypeParameter: UInt32?
  /// The offsets in the file; in fragments they count from the base in `tfhd`.
  public var offsets = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.fourCC("aux_info_type", &auxInfoType, if: header.has(0x1))
    try f.uint(32, "aux_info_type_parameter", &auxInfoTypeParameter, if: header.has(0x1))
    try f.table("offsets", &offsets, count: .bits(32, "entry_count"), columns: columns)
  }

  private var columns: [FieldTable.Column] {
    [.offset(header.version == 0 ? 32 : 64, "offset", .position(from: .sampleData))]
  }

  public var withWiderOffsets: (any BoxBody)? {
    guard header.version == 0 else { return nil }
    var wider = self
    wider.header.version = 1
    wider.offsets = offsets.inColumns(wider.columns)
    return wider
  }
}

/// The subsamples of samples.
struct SubSampleInformationBox: BoxBody {
  static let type: FourCC = "subs"
  static let specification = "ISO/IEC 14496-12 §8.7.7"

  var header = FullBoxHeader()
  var entries: [Entry] = []

  /// The subsamples of one sample.
  struct Entry: FieldCodable {
    /// The number of samples since the entry before.
    var sampleDelta: UInt32 = 0
    var subsamples = FieldTable()

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "sample_delta", &sampleDelta)
      try f.table(
        "subsamples", &subsamples, count: .bits(16, "subsample_count"),
        columns: [
          .uint(f.scope.version == 1 ? 32 : 16, "subsample_size"),
          .uint(8, "subsample_priority"), .uint(8, "discardable"),
          .uint(32, "codec_specific_parameters", as: .hex),
        ])
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.list("entries", &entries, count: .bits(32, "entry_count"))
  }
}
