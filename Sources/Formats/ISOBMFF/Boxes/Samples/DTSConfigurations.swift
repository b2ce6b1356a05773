/// DTS and DTS-HD.
struct DTSSpecificBox: BoxContainer {
  static let type: FourCC = "ddts"
  static let specification = "ETSI TS 102 114 §E.2.2.3"

  var samplingFrequency: UInt32 = 48000
  /// Bits per second.
  var maxBitrate: UInt32 = 0
  var avgBitrate: UInt32 = 0
  /// Bits.
  var sampleDepth: UInt8 = 24
  var frameDuration: UInt8 = 0
  /// The substreams: 1 is only the core, 2 to 16 have extensions.
  var streamConstruction: UInt8 = 1
  var hasCoreLFE = false
  var coreLayout: UInt8 = 31
  /// Bytes of a frame of the core; 0 if it has no core.
  var coreSize: UInt16 = 0
  var hasStereoDownmix = false
  var representationType: UInt8 = 0
  var channelLayout: UInt16 = 0
  var hasSeveralAssets = false
  var modifiesLBRDuration = false
  var hasReservedBox = false
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "DTSSamplingFrequency", &samplingFrequency)
    try f.uint(32, "maxBitrate", &maxBitrate)
    try f.uint(32, "avgBitrate", &avgBitrate)
    try f.uint(8, "pcmSampleDepth", &sampleDepth)
    try f.uint(
      2, "FrameDuration", &frameDuration,
      as: .names([0: "512 samples", 1: "1024 samples", 2: "2048 samples", 3: "4096 samples"]))
    try f.uint(5, "StreamConstruction", &streamConstruction)
    try f.flag("CoreLFEPresent", &hasCoreLFE)
    try f.uint(
      6, "CoreLayout", &coreLayout,
      as: .names([
        0: "mono", 2: "L/R", 4: "Lt/Rt", 5: "C, L/R", 6: "L/R, S", 7: "C, L/R, S",
        8: "L/R, Ls/Rs", 9: "C, L/R, Ls/Rs", 31: "see ChannelLayout",
      ]))
    try f.uint(14, "CoreSize", &coreSize)
    try f.flag("StereoDownmix", &hasStereoDownmix)
    try f.uint(3, "RepresentationType", &representationType)
    try f.uint(16, "ChannelLayout", &channelLayout, as: .hex)
    try f.flag("MultiAssetFlag", &hasSeveralAssets)
    try f.flag("LBRDurationMod", &modifiesLBRDuration)
    try f.flag("ReservedBoxPresent", &hasReservedBox)
    try f.reserved(5)
    try f.boxes(&children)
  }
}

/// DTS:X and DTS-UHD.
struct DTSUHDSpecificBox: BoxContainer {
  static let type: FourCC = "udts"
  static let specification = "ETSI TS 103 491"

  var decoderProfileCode: UInt8 = 0
  var frameDurationCode: UInt8 = 1
  var maxPayloadCode: UInt8 = 0
  var channelMask: UInt32 = 0
  var baseSamplingFrequencyCode: UInt8 = 1
  var sampleRateModifier: UInt8 = 0
  var representationType: UInt8 = 0
  var streamIndex: UInt8 = 0
  var hasExpansionBox = false
  /// The presentations, at least one.
  var presentations: [Presentation] = [Presentation()]
  var children: [Box] = []

  /// A presentation of the stream.
  struct Presentation: Equatable, Sendable {
    /// 16 bytes, or nil.
    var idTag: Bytes?
    init() {}
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(6, "DecoderProfileCode", &decoderProfileCode)
    try f.uint(
      2, "FrameDurationCode", &frameDurationCode,
      as: .names([0: "512 samples", 1: "1024 samples", 2: "2048 samples", 3: "4096 samples"]))
    try f.uint(3, "MaxPayloadCode", &maxPayloadCode)
    var last = UInt8(clamping: max(presentations.count, 1) - 1)
    try f.uint(5, "NumPresentationsCode", &last)
    try f.uint(32, "ChannelMask", &channelMask, as: .hex)
    try f.uint(
      1, "BaseSamplingFrequencyCode", &baseSamplingFrequencyCode,
      as: .names([0: "44.1 kHz", 1: "48 kHz"]))
    try f.uint(2, "SampleRateMod", &sampleRateModifier)
    try f.uint(3, "RepresentationType", &representationType)
    try f.uint(3, "StreamIndex", &streamIndex)
    try f.flag("ExpansionBoxPresent", &hasExpansionBox)
    try f.list(
      "presentations", &presentations, count: .exactly(Int(last) + 1), of: Presentation()
    ) { (presentation, f) throws(FieldError) in
      var hasTag = presentation.idTag != nil
      try f.flag("IDTagPresent", &hasTag)
      if f.isDecoding { presentation.idTag = hasTag ? Bytes() : nil }
    }
    try f.alignToByte()
    for index in presentations.indices where presentations[index].idTag != nil {
      var tag = presentations[index].idTag ?? Bytes()
      try f.within("presentations[\(index)]") { (f) throws(FieldError) in
        try f.bytes("PresentationIDTagData", &tag, count: .exactly(16))
      }
      presentations[index].idTag = tag
    }
    try f.boxes(&children)
  }
}
