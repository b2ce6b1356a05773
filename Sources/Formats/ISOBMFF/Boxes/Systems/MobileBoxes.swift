// Boxes of 3GPP and 3GPP2 that do not belong to one of their codecs.

/// The bit rate of H.263.
public struct H263BitrateBox: BoxBody {
  public static let type: FourCC = "bitr"
  public static let specification = "3GPP TS 26.244 §6.8"

  /// Bits per second.
  public var averageBitrate: UInt32 = 0
  public var maximumBitrate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "Avg_Bitrate", &averageBitrate)
    try f.uint(32, "Max_Bitrate", &maximumBitrate)
  }
}

/// AMR-WB+.
public struct AMRWBPlusSpecificBox: BoxBody {
  public static let type: FourCC = "dawp"
  public static let specification = "3GPP TS 26.244 §6.9"

  public var vendor = FourCC(rawValue: 0)
  public var decoderVersion: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("vendor", &vendor)
    try f.uint(8, "decoder_version", &decoderVersion)
  }
}

/// Voice codecs of 3GPP2: EVRC (`devc`), QCELP (`dqcp`), SMV (`dsmv`).
public struct VoiceSpecificBox: BoxBody {
  public static let type: FourCC = "devc"
  public static let specification = "3GPP2 C.S0050 §8"

  public var vendor = FourCC(rawValue: 0)
  public var decoderVersion: UInt8 = 0
  public var framesPerSample: UInt8 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("vendor", &vendor)
    try f.uint(8, "decoder_version", &decoderVersion)
    try f.uint(8, "frames_per_sample", &framesPerSample)
  }
}

/// The adjustment of the times of a fragment's track, with the syntax of an edit list.
public struct TrackFragmentMediaAdjustmentBox: BoxBody {
  public static let type: FourCC = "tfma"
  public static let specification = "3GPP TS 26.244 §13.6"

  public var header = FullBoxHeader()
  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let bits = header.version == 1 ? 64 : 32
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: [
        .uint(bits, "segment_duration"), .int(bits, "media_time"), .int(16, "media_rate_integer"),
        .int(16, "media_rate_fraction"),
      ])
  }
}

extension BoxRegistry {
  static let mobile: [BoxDefinition] = [
    .box(H263BitrateBox.self, .optional(in: "d263")),
    .box(AMRWBPlusSpecificBox.self, .optional(in: .audioSampleEntry)),
    .box(VoiceSpecificBox.self, .optional(in: .audioSampleEntry)),
    .box(
      "dqcp", "QCELPSpecificBox", VoiceSpecificBox.specification, VoiceSpecificBox.self,
      .optional(in: .audioSampleEntry)),
    .box(
      "dsmv", "SMVSpecificBox", VoiceSpecificBox.specification, VoiceSpecificBox.self,
      .optional(in: .audioSampleEntry)),
    .container(
      "tfad", "TrackFragmentAdjustmentBox", "3GPP TS 26.244 §13.6", .optional(in: "traf")),
    .box(TrackFragmentMediaAdjustmentBox.self, .one(in: "tfad")),
  ]
}
