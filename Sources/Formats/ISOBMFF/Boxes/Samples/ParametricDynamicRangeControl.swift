/// The sets of gains that a player computes from the audio itself.
struct DRCCoefficientsParametricDRCBox: BoxBody {
  static let type: FourCC = "pdc1"
  static let specification = "ISO/IEC 14496-12 §12.2, 23003-4"

  var header = FullBoxHeader()
  var location: Int8 = 0
  /// Whether ``frameSize`` is the number of samples, less 1; otherwise it is the exponent of a power of two.
  var hasAnyFrameSize = false
  var resets = false
  var frameSize: UInt16 = 0
  /// The upper five bits are multiplied by 16, and by two to the power of the lower three.
  var maximumDelay: UInt8?
  var gainSets: [GainSet] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...0)
    try f.reserved(1)
    try f.int(5, "DRC_location", &location)
    try f.flag("parametric_drc_frame_size_format", &hasAnyFrameSize)
    try f.flag("reset_parametric_drc", &resets)
    try f.reserved(hasAnyFrameSize ? 1 : 4)
    try f.uint(hasAnyFrameSize ? 15 : 4, "bs_parametric_drc_frame_size", &frameSize)
    var hasDelay = maximumDelay != nil
    try f.reserved(1)
    try f.flag("parametric_drc_delay_max_present", &hasDelay)
    try f.uint(8, "bs_parametric_drc_delay_max", &maximumDelay, if: hasDelay, as: .hex)
    try f.list("gain_sets", &gainSets, count: .bits(6, "parametric_drc_gain_set_count"))
  }

  /// A set of gains, and the audio that it is computed from.
  struct GainSet: FieldCodable {
    var id: UInt8 = 0
    /// 1 stands for the weighted channels of a downmix.
    var sideChainType: UInt8 = 0
    /// The loudness of the audio, in units of a quarter of a decibel above −57.75.
    var inputLoudness: UInt8?
    var downmixID: UInt8 = 0
    var weights: [Weight] = []

    /// The weight of a channel.
    struct Weight: FieldCodable {
      var code: UInt8 = 0
      init() {}
      mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.uint(4, "level_estim_channel_weight", &code)
      }
    }

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var hasLoudness = inputLoudness != nil
      try f.uint(4, "parametric_drc_ID", &id)
      try f.flag("drc_input_loudness_present", &hasLoudness)
      try f.uint(3, "side_chain_config_type", &sideChainType)
      try f.uint(8, "bs_drc_input_loudness", &inputLoudness, if: hasLoudness)
      guard sideChainType == 1 else { return }
      try f.reserved(1)
      try f.uint(7, "downmix_ID", &downmixID)
      try f.reserved(1)
      try f.list("level_estim_channel_weights", &weights, count: .bits(7, "channel_count"))
    }
  }
}

/// How a player computes the gains: by a curve, or as a limiter.
struct ParametricDRCInstructionsBox: BoxBody {
  static let type: FourCC = "pdi1"
  static let specification = "ISO/IEC 14496-12 §12.2, 23003-4"

  var header = FullBoxHeader()
  var instructions: [Instruction] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...0)
    try f.reserved(4)
    try f.list("instructions", &instructions, count: .bits(4, "parametric_drc_instructions_count"))
  }

  /// The instructions for one set of gains.
  struct Instruction: FieldCodable {
    var id: UInt8 = 0
    var lookAhead: UInt8?
    var presetID: UInt8?
    /// 0: a curve. 1: a limiter.
    var type: UInt8 = 0
    var curve = Curve()
    var limiter = Limiter()

    static let types: ValueNames = [0: "feed forward", 1: "limiter"]

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var (hasLookAhead, hasPreset) = (lookAhead != nil, presetID != nil)
      try f.reserved(2)
      try f.uint(4, "parametric_drc_ID", &id)
      try f.flag("parametric_drc_look_ahead_present", &hasLookAhead)
      try f.flag("parametric_drc_preset_ID_present", &hasPreset)
      if hasLookAhead { try f.reserved(1) }
      try f.uint(7, "bs_parametric_drc_look_ahead", &lookAhead, if: hasLookAhead)
      if hasPreset { try f.reserved(1) }
      try f.uint(7, "parametric_drc_preset_ID", &presetID, if: hasPreset)
      guard !hasPreset else { return }
      try f.reserved(5)
      try f.uint(3, "parametric_drc_type", &type, as: .names(Self.types))
      switch type {
      case 0: try curve.fields(&f)
      case 1: try limiter.fields(&f)
      default: break
      }
    }
  }

  /// A limiter.
  struct Limiter: Equatable, Sendable {
    var threshold: UInt8?
    var release: UInt8?

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var (hasThreshold, hasRelease) = (threshold != nil, release != nil)
      try f.reserved(6)
      try f.flag("parametric_lim_threshold_present", &hasThreshold)
      try f.flag("parametric_lim_release_present", &hasRelease)
      try f.uint(8, "bs_parametric_lim_threshold", &threshold, if: hasThreshold)
      try f.uint(8, "bs_parametric_lim_release", &release, if: hasRelease)
    }
  }

  /// A curve from levels to gains, and how quickly the gains follow it.
  struct Curve: Equatable, Sendable {
    var weightingType: UInt8 = 0
    var integrationTime: UInt8?
    /// A curve of ISO/IEC 23091-3; nil if the curve has nodes.
    var characteristic: UInt8? = 0
    var nodes: [Node] = []
    var smoothing: Smoothing?

    /// A point of the curve.
    struct Node: FieldCodable {
      /// For the first node the level, for others the distance from the node before.
      var level: UInt8 = 0
      var gain: UInt8 = 0
      init() {}
      mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.uint(8, "bs_node_level", &level)
        try f.reserved(2)
        try f.uint(6, "bs_node_gain", &gain)
      }
    }

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var hasTime = integrationTime != nil
      var hasNodes = characteristic == nil
      var isSmoothed = smoothing != nil
      try f.reserved(3)
      try f.uint(2, "level_estim_k_weighting_type", &weightingType)
      try f.flag("level_estim_integration_time_present", &hasTime)
      try f.flag("drc_curve_definition_type", &hasNodes)
      try f.flag("drc_gain_smooth_parameters_present", &isSmoothed)
      if hasTime { try f.reserved(2) }
      try f.uint(6, "bs_level_estim_integration_time", &integrationTime, if: hasTime)
      if !hasNodes { try f.reserved(1) }
      try f.uint(7, "drc_characteristic", &characteristic, if: !hasNodes)
      if hasNodes {
        var count = UInt8(clamping: max(nodes.count, 2) - 2)
        try f.reserved(5)
        try f.uint(3, "bs_node_count", &count)
        try f.list("nodes", &nodes, count: .exactly(Int(count) + 2))
      }
      guard isSmoothed else { return }
      var smoothing = smoothing ?? Smoothing()
      try f.within("gain_smooth") { (f) throws(FieldError) in try smoothing.fields(&f) }
      self.smoothing = smoothing
    }
  }

  /// How quickly gains follow the curve.
  struct Smoothing: FieldCodable {
    var slowAttack: UInt8 = 0
    var slowRelease: UInt8 = 0
    var fastAttack: UInt8?
    var fastRelease: UInt8?
    var attackThreshold: UInt8?
    var releaseThreshold: UInt8?
    var holdOff: UInt8?

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var (isFast, holdsOff) = (fastAttack != nil, holdOff != nil)
      try f.reserved(6)
      try f.flag("gain_smooth_time_fast_present", &isFast)
      try f.flag("gain_smooth_hold_off_count_present", &holdsOff)
      try f.uint(8, "bs_gain_smooth_attack_time_slow", &slowAttack)
      try f.uint(8, "bs_gain_smooth_release_time_slow", &slowRelease)
      try f.uint(8, "bs_gain_smooth_attack_time_fast", &fastAttack, if: isFast)
      try f.uint(8, "bs_gain_smooth_release_time_fast", &fastRelease, if: isFast)
      if isFast {
        var hasThresholds = attackThreshold != nil
        try f.reserved(7)
        try f.flag("gain_smooth_threshold_present", &hasThresholds)
        try f.uint(8, "bs_gain_smooth_attack_threshold", &attackThreshold, if: hasThresholds)
        try f.uint(8, "bs_gain_smooth_release_threshold", &releaseThreshold, if: hasThresholds)
      }
      if holdsOff { try f.reserved(1) }
      try f.uint(7, "gain_smooth_hold_off", &holdOff, if: holdsOff)
    }
  }
}
