/// The characteristic with which the dynamic range of the audio was compressed at one stage of production.
struct DRCCoefficientsBasicBox: BoxBody {
  static let type: FourCC = "udc1"
  static let specification = "ISO/IEC 14496-12 §12.2, 23003-4"

  var header = FullBoxHeader()
  var location: Int8 = 0
  var characteristic: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(4)
    try f.int(5, "DRC_location", &location)
    try f.uint(7, "DRC_characteristic", &characteristic)
  }
}

/// The bands, curves and filters from which the gains of a dynamic range control are computed.
struct DRCCoefficientsUniDRCBox: BoxBody {
  static let type: FourCC = "udc2"
  static let specification = "ISO/IEC 14496-12 §12.2, 23003-4"

  var header = FullBoxHeader()
  var location: Int8 = 0
  /// The samples of a frame, less 1.
  var frameSize: UInt16?
  /// The curves below the reference level.
  var leftCharacteristics: [SplitCharacteristic]?
  /// The curves above the reference level.
  var rightCharacteristics: [SplitCharacteristic]?
  var shapeFilters: [ShapeFilter]?
  var delayMode: UInt8 = 0
  var gainSequenceCount: UInt8 = 0
  var gainSets: [GainSet] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.reserved(2)
    try f.int(5, "DRC_location", &location)
    var hasFrameSize = frameSize != nil
    try f.flag("drc_frame_size_present", &hasFrameSize)
    if hasFrameSize { try f.reserved(1) }
    try f.uint(15, "bs_drc_frame_size", &frameSize, if: hasFrameSize)
    if header.version == 1 { try curves(&f) }
    try f.reserved(1)
    try f.uint(1, "delayMode", &delayMode)
    if header.version == 1 {
      try f.reserved(2)
      try f.uint(6, "gain_sequence_count", &gainSequenceCount)
    }
    try f.list("gain_sets", &gainSets, count: .bits(6, "gain_set_count"))
  }

  private mutating func curves(_ f: inout FieldCoder) throws(FieldError) {
    var (hasLeft, hasRight) = (leftCharacteristics != nil, rightCharacteristics != nil)
    var hasFilters = shapeFilters != nil
    try f.reserved(5)
    try f.flag("drc_characteristic_left_present", &hasLeft)
    try f.flag("drc_characteristic_right_present", &hasRight)
    try f.flag("shape_filters_present", &hasFilters)
    if hasLeft {
      var list = leftCharacteristics ?? []
      try f.reserved(4)
      try f.list("characteristic_left", &list, count: .bits(4, "characteristic_left_count"))
      leftCharacteristics = list
    }
    if hasRight {
      var list = rightCharacteristics ?? []
      try f.reserved(4)
      try f.list("characteristic_right", &list, count: .bits(4, "characteristic_right_count"))
      rightCharacteristics = list
    }
    if hasFilters {
      var list = shapeFilters ?? []
      try f.reserved(4)
      try f.list("shape_filters", &list, count: .bits(4, "shape_filter_count"))
      shapeFilters = list
    }
  }

  /// One half of a curve from input levels to gains: by parameters, or by nodes.
  struct SplitCharacteristic: FieldCodable {
    var hasNodes = false
    var gain: UInt8 = 0
    var ioRatio: UInt8 = 0
    var exponent: UInt8 = 0
    var flipsSign = false
    var nodes: [Node] = []

    /// A point of the curve.
    struct Node: FieldCodable {
      var levelDelta: UInt8 = 0
      var gain: UInt8 = 0

      init() {}

      mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.reserved(3)
        try f.uint(5, "bs_node_level_delta", &levelDelta)
        try f.uint(8, "bs_node_gain", &gain)
      }
    }

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.reserved(7)
      try f.flag("characteristic_format", &hasNodes)
      guard hasNodes else {
        try f.reserved(1)
        try f.uint(6, "bs_gain", &gain)
        try f.uint(4, "bs_io_ratio", &ioRatio)
        try f.uint(4, "bs_exp", &exponent)
        return try f.flag("flip_sign", &flipsSign)
      }
      var last = UInt8(clamping: max(nodes.count, 1) - 1)
      try f.reserved(6)
      try f.uint(2, "bs_char_node_count", &last)
      try f.list("nodes", &nodes, count: .exactly(Int(last) + 1))
    }
  }

  /// A filter that shapes low and high frequencies.
  struct ShapeFilter: FieldCodable {
    var lowCut: Band?
    var lowBoost: Band?
    var highCut: Band?
    var highBoost: Band?

    /// A band of a filter.
    struct Band: FieldCodable {
      var cornerFrequencyIndex: UInt8 = 0
      var strengthIndex: UInt8 = 0

      init() {}

      mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.reserved(3)
        try f.uint(3, "corner_freq_index", &cornerFrequencyIndex)
        try f.uint(2, "filter_strength_index", &strengthIndex)
      }
    }

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var (hasLowCut, hasLowBoost) = (lowCut != nil, lowBoost != nil)
      var (hasHighCut, hasHighBoost) = (highCut != nil, highBoost != nil)
      try f.reserved(4)
      try f.flag("LF_cut_filter_present", &hasLowCut)
      try f.flag("LF_boost_filter_present", &hasLowBoost)
      try f.flag("HF_cut_filter_present", &hasHighCut)
      try f.flag("HF_boost_filter_present", &hasHighBoost)
      try Self.band("LF_cut", &lowCut, hasLowCut, &f)
      try Self.band("LF_boost", &lowBoost, hasLowBoost, &f)
      try Self.band("HF_cut", &highCut, hasHighCut, &f)
      try Self.band("HF_boost", &highBoost, hasHighBoost, &f)
    }

    private static func band(
      _ name: StaticString, _ band: inout Band?, _ exists: Bool, _ f: inout FieldCoder
    ) throws(FieldError) {
      guard exists else { return }
      var value = band ?? Band()
      try f.within("\(name)") { (f) throws(FieldError) in try value.fields(&f) }
      band = value
    }
  }

  /// The gains of some bands, which are coded in the same way.
  struct GainSet: FieldCodable {
    /// 3 stands for a constant gain: there are no bands.
    var codingProfile: UInt8 = 0
    var interpolationType: UInt8 = 0
    var usesFullFrame = false
    var timeAlignment: UInt8 = 0
    /// The least time between two gains, in samples, less 1.
    var minimumTimeDelta: UInt16?
    var bandCount: UInt8 = 0
    var bandType: UInt8 = 0
    var bands: [Band] = []
    /// Where the bands meet, for band type 1: one less than there are bands.
    var crossovers: [UInt8] = []
    /// The first sub-bands of the bands, for band type 0: one less than there are bands.
    var subBands: [UInt16] = []

    /// A band of frequencies.
    struct Band: FieldCodable {
      /// From version 1 on.
      var gainSequenceIndex: UInt8 = 0
      var hasCharacteristic = false
      var isRegistered = false
      /// A characteristic of ISO/IEC 23091-3.
      var characteristic: UInt8 = 0
      var leftIndex: UInt8 = 0
      var rightIndex: UInt8 = 0

      init() {}

      mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        guard f.scope.version >= 1 else {
          try f.reserved(1)
          return try f.uint(7, "DRC_characteristic", &characteristic)
        }
        try f.uint(6, "bs_index", &gainSequenceIndex)
        try f.flag("drc_characteristic_present", &hasCharacteristic)
        try f.flag("drc_characteristic_format_is_CICP", &isRegistered)
        guard hasCharacteristic else { return }
        if isRegistered {
          try f.reserved(1)
          try f.uint(7, "DRC_characteristic", &characteristic)
        } else {
          try f.uint(4, "drc_characteristic_left_index", &leftIndex)
          try f.uint(4, "drc_characteristic_right_index", &rightIndex)
        }
      }
    }

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.reserved(2)
      try f.uint(2, "gain_coding_profile", &codingProfile)
      try f.uint(1, "gain_interpolation_type", &interpolationType)
      try f.flag("full_frame", &usesFullFrame)
      try f.uint(1, "time_alignment", &timeAlignment)
      var hasMinimum = minimumTimeDelta != nil
      try f.flag("time_delta_min_present", &hasMinimum)
      if hasMinimum { try f.reserved(5) }
      try f.uint(11, "bs_time_delta_min", &minimumTimeDelta, if: hasMinimum)
      guard codingProfile != 3 else { return }
      try f.reserved(3)
      try f.uint(4, "band_count", &bandCount)
      try f.uint(1, "drc_band_type", &bandType)
      try f.list("bands", &bands, count: .exactly(Int(bandCount)))
      let borders = max(Int(bandCount) - 1, 0)
      if bandType == 1 {
        try f.list(8, "crossover_freq_index", &crossovers, count: .exactly(borders))
      } else {
        try f.list(16, "start_sub_band_index", &subBands, count: .exactly(borders))
      }
    }
  }
}

/// When a compression of the dynamic range that was applied before is to be used or undone.
struct DRCInstructionsBasicBox: BoxBody {
  static let type: FourCC = "udi1"
  static let specification = "ISO/IEC 14496-12 §12.2, 23003-4"

  var header = FullBoxHeader()
  var target = DRCTarget()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...0)
    try target.fields(&f)
  }
}

/// Which gains of dynamic range control are applied to which channels.
struct DRCInstructionsUniDRCBox: BoxBody {
  static let type: FourCC = "udi2"
  static let specification = "ISO/IEC 14496-12 §12.2, 23003-4"

  var header = FullBoxHeader()
  /// Version 0 has exactly one.
  var instructions: [Instruction] = [Instruction()]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    var count = UInt8(clamping: instructions.count)
    if header.version == 1 {
      try f.reserved(2)
      try f.uint(6, "DRC_instructions_count", &count)
    } else if f.isDecoding {
      count = 1
    }
    try f.list("instructions", &instructions, count: .exactly(Int(count)))
  }

  /// The gains for one purpose.
  struct Instruction: FieldCodable {
    var target = DRCTarget()
    /// From version 1 on.
    var requiresEqualizer = false
    /// The set that has to be applied before; 0 if there is none.
    var dependsOnSet: UInt8 = 0
    /// Whether the set is only used with another one.
    var needsOtherSet = false
    /// The group of each channel; 0 for a channel that does not change.
    var groupOfChannel: [UInt8] = []
    /// The set of gains of each group, less 1; 0 for none.
    var gainSetOfGroup: [UInt8] = []
    var duckings: [Ducking] = []
    var modifiers: [Modifier] = []
    /// How the gains of groups are modified, in version 0. Readers do not agree on the groups that have modifiers.
    var modifierBytes = Bytes()

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try target.fields(&f)
      if f.scope.version == 0 {
        try f.reserved(1)
      } else {
        try f.flag("requires_eq", &requiresEqualizer)
      }
      try f.uint(6, "depends_on_DRC_set", &dependsOnSet)
      try f.flag("no_independent_use", &needsOtherSet)
      try f.list(8, "channel_group_index", &groupOfChannel, count: .bits(8, "channel_count"))
      let groups = Int(groupOfChannel.max() ?? 0)
      try f.list(8, "bs_gain_set_index", &gainSetOfGroup, count: .exactly(groups))
      if f.scope.version == 0 {
        try f.bytes("modifiers", &modifierBytes, count: .toEnd)
      } else if target.isDucking {
        try f.list("ducking", &duckings, count: .exactly(groups))
      } else {
        try f.list("gain_modifiers", &modifiers, count: .exactly(groups))
      }
    }
  }

  /// How much softer a group becomes while another plays.
  struct Ducking: FieldCodable {
    var scaling: UInt8?

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var isPresent = scaling != nil
      try f.reserved(7)
      try f.flag("ducking_scaling_present", &isPresent)
      if isPresent { try f.reserved(4) }
      try f.uint(4, "bs_ducking_scaling", &scaling, if: isPresent)
    }
  }

  /// How the gains of a group are modified, for each of its bands.
  struct Modifier: FieldCodable {
    var bandCount: UInt8 = 0
    var bands: [Band] = []
    var shapeFilterIndex: UInt8?

    /// The modification of one band.
    struct Band: FieldCodable {
      var leftIndex: UInt8?
      var rightIndex: UInt8?
      /// The factors of attenuation (the upper four bits) and of amplification, in units of an eighth.
      var scaling: UInt8?
      var offset: UInt8?

      init() {}

      mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        var (hasLeft, hasRight) = (leftIndex != nil, rightIndex != nil)
        var (hasScaling, hasOffset) = (scaling != nil, offset != nil)
        try f.reserved(4)
        try f.flag("target_characteristic_left_present", &hasLeft)
        try f.flag("target_characteristic_right_present", &hasRight)
        try f.flag("gain_scaling_present", &hasScaling)
        try f.flag("gain_offset_present", &hasOffset)
        if hasLeft { try f.reserved(4) }
        try f.uint(4, "target_characteristic_left_index", &leftIndex, if: hasLeft)
        if hasRight { try f.reserved(4) }
        try f.uint(4, "target_characteristic_right_index", &rightIndex, if: hasRight)
        try f.uint(8, "bs_gain_scaling", &scaling, if: hasScaling, as: .hex)
        if hasOffset { try f.reserved(2) }
        try f.uint(6, "bs_gain_offset", &offset, if: hasOffset)
      }
    }

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.reserved(4)
      try f.uint(4, "band_count", &bandCount)
      try f.list("bands", &bands, count: .exactly(Int(bandCount)))
      guard bandCount == 1 else { return }
      var hasFilter = shapeFilterIndex != nil
      try f.flag("shape_filter_present", &hasFilter)
      try f.reserved(hasFilter ? 3 : 7)
      try f.uint(4, "shape_filter_index", &shapeFilterIndex, if: hasFilter)
    }
  }
}

/// The purpose of instructions of dynamic range control: the downmix, the effect, and the loudness.
struct DRCTarget: Equatable, Sendable {
  var setID: UInt8 = 0
  /// From version 1 on.
  var complexityLevel: UInt8 = 0
  var location: Int8 = 0
  /// Always present in version 0.
  var downmixID: UInt8? = 0
  /// From version 1 on.
  var appliesToDownmix = false
  var additionalDownmixIDs: [UInt8] = []
  var effect: UInt16 = 0
  /// The peak that a limiter keeps, in units of an eighth of a decibel below full scale.
  var limiterPeakTarget: UInt8?
  var upperLoudness: UInt8 = 0
  /// The loudness from which on the set is chosen; nil if the loudness does not matter.
  var lowerLoudness: UInt8?

  /// Whether the audio becomes softer while another one plays.
  var isDucking: Bool { effect & 0xC00 != 0 }

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.scope.version == 0 {
      try f.reserved(3)
      try f.uint(6, "DRC_set_ID", &setID)
      try f.int(5, "DRC_location", &location)
      try f.uint(7, "downmix_ID", &downmixID, if: true)
      try f.list(
        8, "additional_downmix_ID", &additionalDownmixIDs,
        count: .bits(3, "additional_downmix_ID_count"))
    } else {
      try f.uint(6, "DRC_set_ID", &setID)
      try f.uint(4, "DRC_set_complexity_level", &complexityLevel)
      try f.int(5, "DRC_location", &location)
      var hasDownmix = downmixID != nil
      try f.flag("downmix_ID_present", &hasDownmix)
      if hasDownmix { try f.reserved(5) }
      try f.uint(7, "downmix_ID", &downmixID, if: hasDownmix)
      if hasDownmix {
        try f.flag("DRC_apply_to_downmix", &appliesToDownmix)
        try f.list(
          8, "additional_downmix_ID", &additionalDownmixIDs,
          count: .bits(3, "additional_downmix_ID_count"))
      }
    }
    try f.uint(16, "DRC_set_effect", &effect, as: .hex)
    if !isDucking {
      var hasLimiter = limiterPeakTarget != nil
      try f.reserved(7)
      try f.flag("limiter_peak_target_present", &hasLimiter)
      try f.uint(8, "bs_limiter_peak_target", &limiterPeakTarget, if: hasLimiter)
    }
    var hasLoudness = lowerLoudness != nil
    try f.reserved(7)
    try f.flag("DRC_set_target_loudness_present", &hasLoudness)
    guard hasLoudness else { return }
    try f.reserved(4)
    try f.uint(6, "bs_DRC_set_target_loudness_value_upper", &upperLoudness)
    try f.uint(6, "bs_DRC_set_target_loudness_value_lower", &lowerLoudness, if: true)
  }
}
