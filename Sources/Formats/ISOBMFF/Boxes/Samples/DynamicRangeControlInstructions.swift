/// When a compression of the dynamic range that was applied before is to be used or undone.
public struct DRCInstructionsBasicBox: BoxBody {
  public static let type: FourCC = "udi1"
  public static let specification = "ISO/IEC 14496-12 §12.2, 23003-4"

  public var header = FullBoxHeader()
  public var target = DRCTarget()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...0)
    try target.fields(&f)
  }
}

/// Which gains of dynamic range control are applied to which channels.
public struct DRCInstructionsUniDRCBox: BoxBody {
  public static let type: FourCC = "udi2"
  public static let specification = "ISO/IEC 14496-12 §12.2, 23003-4"

  public var header = FullBoxHeader()
  /// Version 0 has exactly one.
  public var instructions: [Instruction] = [Instruction()]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
  public struct Instruction: FieldCodable {
    public var target = DRCTarget()
    /// From version 1 on.
    public var requiresEqualizer = false
    /// The set that has to be applied before; 0 if there is none.
    public var dependsOnSet: UInt8 = 0
    /// Whether the set is only used with another one.
    public var needsOtherSet = false
    /// The group of each channel; 0 for a channel that does not change.
    public var groupOfChannel: [UInt8] = []
    /// The set of gains of each group, less 1; 0 for none.
    public var gainSetOfGroup: [UInt8] = []
    public var duckings: [Ducking] = []
    public var modifiers: [Modifier] = []
    /// How the gains of groups are modified, in version 0. Readers do not agree on the groups that have modifiers.
    public var modifierBytes = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
  public struct Ducking: FieldCodable {
    public var scaling: UInt8?

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var isPresent = scaling != nil
      try f.reserved(7)
      try f.flag("ducking_scaling_present", &isPresent)
      if isPresent { try f.reserved(4) }
      try f.uint(4, "bs_ducking_scaling", &scaling, if: isPresent)
    }
  }

  /// How the gains of a group are modified, for each of its bands.
  public struct Modifier: FieldCodable {
    public var bandCount: UInt8 = 0
    public var bands: [Band] = []
    public var shapeFilterIndex: UInt8?

    /// The modification of one band.
    public struct Band: FieldCodable {
      public var leftIndex: UInt8?
      public var rightIndex: UInt8?
      /// The factors of attenuation (the upper four bits) and of amplification, in units of an eighth.
      public var scaling: UInt8?
      public var offset: UInt8?

      public init() {}

      public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct DRCTarget: Equatable, Sendable {
  public var setID: UInt8 = 0
  /// From version 1 on.
  public var complexityLevel: UInt8 = 0
  public var location: Int8 = 0
  /// Always present in version 0.
  public var downmixID: UInt8? = 0
  /// From version 1 on.
  public var appliesToDownmix = false
  public var additionalDownmixIDs: [UInt8] = []
  public var effect: UInt16 = 0
  /// The peak that a limiter keeps, in units of an eighth of a decibel below full scale.
  public var limiterPeakTarget: UInt8?
  public var upperLoudness: UInt8 = 0
  /// The loudness from which on the set is chosen; nil if the loudness does not matter.
  public var lowerLoudness: UInt8?

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
