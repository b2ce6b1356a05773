/// `ac4_substream_group_dsi()` (§E.11).
public struct AC4SubstreamGroup: FieldCodable {
  public var hasSubstreams = true
  public var hasHighFrequencyExtension = false
  public var isChannelCoded = true
  public var substreams: [Substream] = []
  public var content: Content?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("b_substreams_present", &hasSubstreams)
    try f.flag("b_hsf_ext", &hasHighFrequencyExtension)
    try f.flag("b_channel_coded", &isChannelCoded)
    let isChannelCoded = isChannelCoded
    try f.list(
      "substreams", &substreams, count: .bits(8, "n_substreams"), of: Substream()
    ) { (substream, f) throws(FieldError) in
      try substream.fields(&f, ofChannels: isChannelCoded)
    }
    try f.optional("b_content_type", &content)
  }

  /// The kind of the audio.
  public struct Content: FieldCodable {
    public var classifier: UInt8 = 0
    /// A tag of BCP 47; nil if there is none.
    public var languageTag: [UInt8]?

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(
        3, "content_classifier", &classifier,
        as: .names([
          0: "complete main", 1: "music and effects", 2: "visually impaired",
          3: "hearing impaired", 4: "dialogue", 5: "commentary", 6: "emergency", 7: "voice over",
        ]))
      var hasLanguage = languageTag != nil
      try f.flag("b_language_indicator", &hasLanguage)
      guard hasLanguage else {
        languageTag = nil
        return
      }
      var tag = languageTag ?? []
      try f.list(8, "language_tag_bytes", &tag, count: .bits(6, "n_language_tag_bytes"), as: .hex)
      languageTag = tag
    }
  }

  /// A stream of channels or of objects.
  public struct Substream: Equatable, Sendable {
    /// The rate is multiplied by 2 to the power of this.
    public var samplingFrequencyMultiplier: UInt8 = 0
    /// `substream_bitrate_indicator`, 5 bits; nil if it is not stated.
    public var bitRateIndicator: UInt8?
    /// The speakers, for a stream of channels.
    public var channelMask: UInt32 = 0
    /// The objects, for a stream of objects.
    public var objects = Objects()

    public init() {}

    mutating func fields(
      _ f: inout FieldCoder, ofChannels: Bool
    ) throws(FieldError) {
      try f.uint(2, "dsi_sf_multiplier", &samplingFrequencyMultiplier)
      var hasIndicator = bitRateIndicator != nil
      try f.flag("b_substream_bitrate_indicator", &hasIndicator)
      if hasIndicator {
        var indicator = bitRateIndicator ?? 0
        try f.uint(5, "substream_bitrate_indicator", &indicator)
        bitRateIndicator = indicator
      } else {
        bitRateIndicator = nil
      }
      if ofChannels {
        try f.uint(24, "dsi_substream_channel_mask", &channelMask, as: .hex)
      } else {
        try objects.fields(&f)
      }
    }
  }

  /// The objects of a substream.
  public struct Objects: FieldCodable {
    public var isJointlyCoded = false
    public var isStaticDownmix = false
    public var downmixObjectsMinus1: UInt8 = 0
    public var upmixObjectsMinus1: UInt8 = 0
    public var hasBedObjects = false
    public var hasDynamicObjects = false
    public var hasISFObjects = false

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("b_ajoc", &isJointlyCoded)
      if isJointlyCoded {
        try f.flag("b_static_dmx", &isStaticDownmix)
        if !isStaticDownmix { try f.uint(4, "n_dmx_objects_minus1", &downmixObjectsMinus1) }
        try f.uint(6, "n_umx_objects_minus1", &upmixObjectsMinus1)
      }
      try f.flag("b_substream_contains_bed_objects", &hasBedObjects)
      try f.flag("b_substream_contains_dynamic_objects", &hasDynamicObjects)
      try f.flag("b_substream_contains_ISF_objects", &hasISFObjects)
      try f.reserved(1)
    }
  }
}
