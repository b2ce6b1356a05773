// Boxes of 3GPP and 3GPP2 that do not belong to one of their codecs.

/// The bit rate of H.263.
struct H263BitrateBox: BoxBody {
  static let type: FourCC = "bitr"
  static let specification = "3GPP TS 26.244 §6.8"

  /// Bits per second.
  var averageBitrate: UInt32 = 0
  var maximumBitrate: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "Avg_Bitrate", &averageBitrate)
    try f.uint(32, "Max_Bitrate", &maximumBitrate)
  }
}

/// AMR-WB+.
struct AMRWBPlusSpecificBox: BoxBody {
  static let type: FourCC = "dawp"
  static let specification = "3GPP TS 26.244 §6.9"

  var vendor = FourCC(rawValue: 0)
  var decoderVersion: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("vendor", &vendor)
    try f.uint(8, "decoder_version", &decoderVersion)
  }
}

/// Voice codecs of 3GPP2: EVRC (`devc`), QCELP (`dqcp`), SMV (`dsmv`).
struct VoiceSpecificBox: BoxBody {
  static let type: FourCC = "devc"
  static let specification = "3GPP2 C.S0050 §8"

  var vendor = FourCC(rawValue: 0)
  var decoderVersion: UInt8 = 0
  var framesPerSample: UInt8 = 1

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("vendor", &vendor)
    try f.uint(8, "decoder_version", &decoderVersion)
    try f.uint(8, "frames_per_sample", &framesPerSample)
  }
}

/// The adjustment of the times of a fragment's track, with the syntax of an edit list.
struct TrackFragmentMediaAdjustmentBox: BoxBody {
  static let type: FourCC = "tfma"
  static let specification = "3GPP TS 26.244 §13.6"

  var header = FullBoxHeader()
  var entries = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
