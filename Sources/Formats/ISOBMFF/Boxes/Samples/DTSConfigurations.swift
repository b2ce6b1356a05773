/// DTS and DTS-HD.
public struct DTSSpecificBox: BoxContainer {
  public static let type: FourCC = "ddts"
  public static let specification = "ETSI TS 102 114 §E.2.2.3"

  public var samplingFrequency: UInt32 = 48000
  /// Bits per second.
  public var maxBitrate: UInt32 = 0
  public var avgBitrate: UInt32 = 0
  /// Bits.
  public var sampleDepth: UInt8 = 24
  public var frameDuration: UInt8 = 0
  /// The substreams: 1 is only the core, 2 to 16 have extensions.
  public var streamConstruction: UInt8 = 1
  public var hasCoreLFE = false
  public var coreLayout: UInt8 = 31
  /// Bytes of a frame of the core; 0 if it has no core.
  public var coreSize: UInt16 = 0
  public var hasStereoDownmix = false
  public var representationType: UInt8 = 0
  public var channelLayout: UInt16 = 0
  public var hasSeveralAssets = false
  public var modifiesLBRDuration = false
  public var hasReservedBox = false
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct DTSUHDSpecificBox: BoxContainer {
  public static let type: FourCC = "udts"
  public static let specification = "ETSI TS 103 491"

  public var decoderProfileCode: UInt8 = 0
  public var frameDurationCode: UInt8 = 1
  public var maxPayloadCode: UInt8 = 0
  public var channelMask: UInt32 = 0
  public var baseSamplingFrequencyCode: UInt8 = 1
  public var sampleRateModifier: UInt8 = 0
  public var representationType: UInt8 = 0
  public var streamIndex: UInt8 = 0
  public var hasExpansionBox = false
  /// The presentations, at least one.
  public var presentations: [Presentation] = [Presentation()]
  public var children: [Box] = []

  /// A presentation of the stream.
  public struct Presentation: Equatable, Sendable {
    /// 16 bytes, or nil.
    public var idTag: Bytes?
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
