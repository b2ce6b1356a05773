/// An alternative startup sequence: samples from which decoding can start although they are not sync samples.
public struct AlternativeStartupEntry: RegisteredSyntax {
  public static let type: FourCC = "alst"
  public static let specification = "ISO/IEC 14496-12 §10.3"

  public var firstOutputSample: UInt16 = 0
  /// The difference of each sample's decoding time in the alternative.
  public var sampleOffsets: [UInt32] = []
  /// `num_output_samples`, `num_total_samples`.
  public var rates = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var count = UInt16(clamping: sampleOffsets.count)
    try f.uint(16, "roll_count", &count)
    try f.uint(16, "first_output_sample", &firstOutputSample)
    try f.list(32, "sample_offset", &sampleOffsets, count: .exactly(Int(count)))
    try f.table(
      "rates", &rates, count: .toEnd,
      columns: [.uint(16, "num_output_samples"), .uint(16, "num_total_samples")])
  }
}

/// Which share of the rate of bits the samples of a track get.
public struct RateShareEntry: RegisteredSyntax {
  public static let type: FourCC = "rash"
  public static let specification = "ISO/IEC 14496-12 §10.2"

  public var operationPoints: [OperationPoint] = [OperationPoint()]
  /// The maximum bit rate, in kilobits per second; 0 if there is no limit.
  public var maximumBitrate: UInt32 = 0
  public var minimumBitrate: UInt32 = 0
  public var discardPriority: UInt8 = 0

  /// The share at a rate of bits.
  public struct OperationPoint: Equatable, Sendable {
    /// Kilobits per second; a single point has none.
    public var availableBitrate: UInt32 = 0
    /// Percent.
    public var targetRateShare: UInt16 = 0
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var count = UInt16(clamping: operationPoints.count)
    try f.uint(16, "operation_point_count", &count)
    try f.list(
      "operation_points", &operationPoints, count: .exactly(Int(count)), of: OperationPoint()
    ) { [count] (point, f) throws(FieldError) in
      if count != 1 { try f.uint(32, "available_bitrate", &point.availableBitrate) }
      try f.uint(16, "target_rate_share", &point.targetRateShare)
    }
    try f.uint(32, "maximum_bitrate", &maximumBitrate)
    try f.uint(32, "minimum_bitrate", &minimumBitrate)
    try f.uint(8, "discard_priority", &discardPriority)
  }
}

/// Metadata items of samples.
public struct SampleToMetadataItemEntry: RegisteredSyntax {
  public static let type: FourCC = "stmi"
  public static let specification = "ISO/IEC 14496-12 §10.7"

  public var metaBoxHandlerType: FourCC = "pict"
  public var itemIDs: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("meta_box_handler_type", &metaBoxHandlerType)
    try f.list(32, "item_id", &itemIDs, count: .bits(32, "num_items"))
  }
}

/// Pictures with the same content as an item or a picture of another track.
public struct VisualEquivalenceEntry: RegisteredSyntax {
  public static let type: FourCC = "eqiv"
  public static let specification = "ISO/IEC 23008-12 §7.5.2"

  /// The time from the picture to the other, in units of the multiplied timescale.
  public var timeOffset: Int16 = 0
  /// 8.8.
  public var timescaleMultiplier: UInt16 = 0x100

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(16, "time_offset", &timeOffset)
    try f.uint(16, "timescale_multiplier", &timescaleMultiplier, as: .fixed(fraction: 8))
  }
}
