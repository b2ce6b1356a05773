/// AC-4: the presentations of a stream.
public struct AC4SpecificBox: BoxBody {
  public static let type: FourCC = "dac4"
  public static let specification = "ETSI TS 103 190-2 §E.5"

  public var dsiVersion: UInt8 = 1
  public var bitstreamVersion: UInt8 = 2
  /// 0: 44,100 samples per second, 1: 48,000.
  public var samplingFrequencyIndex: UInt8 = 1
  public var frameRateIndex: UInt8 = 0
  public var presentationCount: UInt16 = 0
  public var program: AC4Program?
  /// The bit rate; with version 1.
  public var bitRate = AC4BitRate()
  public var presentations: [AC4Presentation] = []
  /// The presentations, for versions other than 1.
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if !f.isDecoding, dsiVersion == 1 { presentationCount = UInt16(clamping: presentations.count) }
    try f.uint(3, "ac4_dsi_version", &dsiVersion)
    try f.uint(7, "bitstream_version", &bitstreamVersion)
    try f.uint(1, "fs_index", &samplingFrequencyIndex, as: .names([0: "44.1 kHz", 1: "48 kHz"]))
    try f.uint(4, "frame_rate_index", &frameRateIndex)
    try f.uint(9, "n_presentations", &presentationCount)
    guard dsiVersion == 1 else { return try f.bytes("data", &data, count: .toEnd) }
    if bitstreamVersion > 1 {
      var hasProgram = program != nil
      try f.flag("b_program_id", &hasProgram)
      if f.isDecoding { program = hasProgram ? AC4Program() : nil }
      try program?.fields(&f)
    }
    try bitRate.fields(&f)
    try f.alignToByte()
    try f.list("presentations", &presentations, count: .exactly(Int(presentationCount)))
  }
}

/// The programme that a stream belongs to.
public struct AC4Program: FieldCodable {
  public var shortID: UInt16 = 0
  /// `program_uuid`, 16 bytes; nil if it is not stated.
  public var uuid: [UInt8]?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "short_program_id", &shortID)
    var hasUUID = uuid != nil
    try f.flag("b_uuid", &hasUUID)
    guard hasUUID else {
      uuid = nil
      return
    }
    var bytes = uuid ?? []
    try f.list(8, "program_uuid", &bytes, count: .exactly(16), as: .hex)
    uuid = bytes
  }
}

/// `ac4_bitrate_dsi()` (§E.7).
public struct AC4BitRate: FieldCodable {
  public var mode: UInt8 = 0
  /// Bits per second; 0 if not known.
  public var bitRate: UInt32 = 0
  /// Bits per second; 2^32 - 1 if not known.
  public var precision: UInt32 = .max

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      2, "bit_rate_mode", &mode,
      as: .names([0: "not specified", 1: "constant", 2: "average", 3: "variable"]))
    try f.uint(32, "bit_rate", &bitRate)
    try f.uint(32, "bit_rate_precision", &precision)
  }
}

/// A presentation of the streams, with its size in front.
public struct AC4Presentation: FieldCodable {
  public var version: UInt8 = 1
  /// The details; with versions 1 and 2.
  public var details: AC4PresentationDetails?
  /// The bytes of other versions, and of details that cannot be read.
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "presentation_version", &version)
    var presentation = self
    try f.part("pres_bytes") { (size, f) throws(FieldError) in
      var (count, more) = (min(size, 255), size - min(size, 255))
      try f.uint(8, "pres_bytes", &count)
      if count == 255 { try f.uint(16, "add_pres_bytes", &more) }
      size = count + (count == 255 ? more : 0)
    } body: { (f) throws(FieldError) in
      if f.isDecoding {
        let isKnown = presentation.version == 1 || presentation.version == 2
        presentation.details = isKnown ? AC4PresentationDetails(whole: f.rest) : nil
      }
      try presentation.details?.fields(&f)
      try f.bytes("data", &presentation.data, count: .toEnd)
    }
    self = presentation
  }
}

/// `ac4_presentation_v1_dsi()` (ETSI TS 103 190-2 §E.10).
public struct AC4PresentationDetails: FieldCodable {
  /// The combination of streams; 31 is a single group of substreams, 6 is only metadata.
  public var configuration: UInt8 = 31
  public var main = Main()
  /// Whether there is metadata besides the audio.
  public var addsMetadata = false
  public var addedMetadata: [AddedMetadata] = []
  public var bitRate: AC4BitRate?
  public var alternative: Alternative?
  /// The fields of later editions of the standard.
  public var indicators: Indicators?
  public var skipArea = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(5, "presentation_config_v1", &configuration)
    if configuration != 6 {
      try main.fields(&f, configuration: configuration)
      try f.flag("b_add_emdf_substreams", &addsMetadata)
    }
    if configuration == 6 || addsMetadata {
      try f.list("add_emdf_substreams", &addedMetadata, count: .bits(7, "n_add_emdf_substreams"))
    }
    try f.optional("b_presentation_bitrate_info", &bitRate)
    var hasAlternative = alternative != nil
    try f.flag("b_alternative", &hasAlternative)
    if f.isDecoding { alternative = hasAlternative ? Alternative() : nil }
    if hasAlternative { try f.alignToByte() }
    try alternative?.fields(&f)
    try f.alignToByte()
    if f.isDecoding { indicators = f.bitsLeft >= 8 ? Indicators() : nil }
    try indicators?.fields(&f)
    try f.bytes("skip_area", &skipArea, count: .toEnd)
  }

  /// The description of the audio of a presentation.
  public struct Main: Equatable, Sendable {
    public var compatibility: UInt8 = 0
    /// The ID of the presentation; nil if it has none.
    public var presentationID: UInt8?
    public var frameRateMultiply: UInt8 = 0
    public var frameRateFraction: UInt8 = 0
    public var emdfVersion: UInt8 = 0
    public var keyID: UInt16 = 0
    public var channels: Channels?
    public var core: Core?
    public var filter: Filter?
    public var isMultiPID = false
    public var groups: [AC4SubstreamGroup] = [AC4SubstreamGroup()]
    /// The bytes of configurations that are reserved.
    public var skipData: [UInt8] = []
    public var isPreVirtualized = false

    public init() {}

    mutating func fields(
      _ f: inout FieldCoder, configuration: UInt8
    ) throws(FieldError) {
      try f.uint(3, "mdcompat", &compatibility)
      var hasID = presentationID != nil
      try f.flag("b_presentation_id", &hasID)
      if hasID {
        var id = presentationID ?? 0
        try f.uint(5, "presentation_id", &id)
        presentationID = id
      } else {
        presentationID = nil
      }
      try f.uint(2, "dsi_frame_rate_multiply_info", &frameRateMultiply)
      try f.uint(2, "dsi_frame_rate_fraction_info", &frameRateFraction)
      try f.uint(5, "presentation_emdf_version", &emdfVersion)
      try f.uint(10, "presentation_key_id", &keyID)
      try f.optional("b_presentation_channel_coded", &channels)
      try f.optional("b_presentation_core_differs", &core)
      try f.optional("b_presentation_filter", &filter)
      try substreamGroups(&f, configuration: configuration)
      try f.flag("b_pre_virtualized", &isPreVirtualized)
    }

    private mutating func substreamGroups(
      _ f: inout FieldCoder, configuration: UInt8
    ) throws(FieldError) {
      var count = 1
      if configuration != 31 {
        try f.flag("b_multi_pid", &isMultiPID)
        switch configuration {
        case 0...2: count = 2
        case 3, 4: count = 3
        case 5:
          var countMinus2 = UInt8(clamping: max(groups.count, 2) - 2)
          try f.uint(3, "n_substream_groups_minus2", &countMinus2)
          count = Int(countMinus2) + 2
        default:
          if f.isDecoding { groups = [] }
          return try f.list(8, "skip_data", &skipData, count: .bits(7, "n_skip_bytes"), as: .hex)
        }
      }
      try f.list("substream_groups", &groups, count: .exactly(count))
    }
  }

  /// The speakers that a presentation is for.
  public struct Channels: FieldCodable {
    public var mode: UInt8 = 1
    /// Whether there are four channels at the back; with modes 11 to 14.
    public var hasFourBackChannels = false
    public var topChannelPairs: UInt8 = 0
    public var mask: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(
        5, "dsi_presentation_ch_mode", &mode,
        as: .names([
          0: "mono", 1: "stereo", 2: "3.0", 3: "5.0", 4: "5.1", 5: "7.0 (3/4/0)",
          6: "7.1 (3/4/0.1)", 7: "7.0 (5/2/0)", 8: "7.1 (5/2/0.1)", 9: "7.0 (3/2/2)",
          10: "7.1 (3/2/2.1)", 11: "7.0.4", 12: "7.1.4", 13: "9.0.4", 14: "9.1.4", 15: "22.2",
        ]))
      if (11...14).contains(mode) {
        try f.flag("pres_b_4_back_channels_present", &hasFourBackChannels)
        try f.uint(2, "pres_top_channel_pairs", &topChannelPairs)
      }
      try f.uint(24, "presentation_channel_mask_v1", &mask, as: .hex)
    }
  }

  /// The presentation for decoders that decode only the core.
  public struct Core: FieldCodable {
    /// The channel mode; nil if it is not one of channels.
    public var channelMode: UInt8?

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var isChannelCoded = channelMode != nil
      try f.flag("b_presentation_core_channel_coded", &isChannelCoded)
      guard isChannelCoded else {
        channelMode = nil
        return
      }
      var mode = channelMode ?? 0
      try f.uint(2, "dsi_presentation_channel_mode_core", &mode)
      channelMode = mode
    }
  }

  /// Whether the presentation is on.
  public struct Filter: FieldCodable {
    public var isEnabled = true
    public var data: [UInt8] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("b_enable_presentation", &isEnabled)
      try f.list(8, "filter_data", &data, count: .bits(8, "n_filter_bytes"), as: .hex)
    }
  }

  /// A substream of metadata.
  public struct AddedMetadata: FieldCodable {
    public var version: UInt8 = 0
    public var keyID: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(5, "substream_emdf_version", &version)
      try f.uint(10, "substream_key_id", &keyID)
    }
  }

  /// `alternative_info()` (§E.12): the presentation has a name, and devices that it is for.
  public struct Alternative: FieldCodable {
    public var name = Text("", form: .plain)
    public var targets: [Target] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.text("presentation_name", &name, count: .bits(16, "name_len"))
      try f.list("targets", &targets, count: .bits(5, "n_targets"))
    }

    /// A kind of device.
    public struct Target: FieldCodable {
      public var compatibility: UInt8 = 0
      public var deviceCategory: UInt8 = 0

      public init() {}

      public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.uint(3, "target_md_compat", &compatibility)
        try f.uint(8, "target_device_category", &deviceCategory, as: .hex)
      }
    }
  }

  /// The end of a presentation.
  public struct Indicators: FieldCodable {
    /// Dialogue can be enhanced.
    public var hasDialogueEnhancement = false
    /// Whether the audio is immersive, in version 1 of a presentation; in version 2 the same bit stands for Dolby
    /// Atmos.
    public var isImmersive = false
    /// `extended_presentation_id`, 9 bits; nil if it is not stated.
    public var extendedID: UInt16?

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("de_indicator", &hasDialogueEnhancement)
      try f.flag("immersive_audio_indicator", &isImmersive)
      try f.reserved(4)
      var hasExtendedID = extendedID != nil
      try f.flag("b_extended_presentation_id", &hasExtendedID)
      guard hasExtendedID else {
        extendedID = nil
        return try f.reserved(1)
      }
      var id = extendedID ?? 0
      try f.uint(9, "extended_presentation_id", &id)
      extendedID = id
    }
  }
}

extension FieldCoder {
  /// A bit that states whether a structure follows.
  mutating func optional<Part: FieldCodable>(
    _ name: StaticString, _ part: inout Part?
  ) throws(FieldError) {
    var isPresent = part != nil
    try flag(name, &isPresent)
    if isDecoding { part = isPresent ? Part() : nil }
    try part?.fields(&self)
  }
}

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
