/// The characteristic with which the dynamic range of the audio was compressed at one stage of production.
public struct DRCCoefficientsBasicBox: BoxBody {
  public static let type: FourCC = "udc1"
  public static let specification = "ISO/IEC 14496-12 §12.2, 23003-4"

  public var header = FullBoxHeader()
  public var location: Int8 = 0
  public var characteristic: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(4)
    try f.int(5, "DRC_location", &location)
    try f.uint(7, "DRC_characteristic", &characteristic)
  }
}

/// The bands, curves and filters from which the gains of a dynamic range control are computed.
public struct DRCCoefficientsUniDRCBox: BoxBody {
  public static let type: FourCC = "udc2"
  public static let specification = "ISO/IEC 14496-12 §12.2, 23003-4"

  public var header = FullBoxHeader()
  public var location: Int8 = 0
  /// The samples of a frame, less 1.
  public var frameSize: UInt16?
  /// The curves below the reference level.
  public var leftCharacteristics: [SplitCharacteristic]?
  /// The curves above the reference level.
  public var rightCharacteristics: [SplitCharacteristic]?
  public var shapeFilters: [ShapeFilter]?
  public var delayMode: UInt8 = 0
  public var gainSequenceCount: UInt8 = 0
  public var gainSets: [GainSet] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
  public struct SplitCharacteristic: FieldCodable {
    public var hasNodes = false
    public var gain: UInt8 = 0
    public var ioRatio: UInt8 = 0
    public var exponent: UInt8 = 0
    public var flipsSign = false
    public var nodes: [Node] = []

    /// A point of the curve.
    public struct Node: FieldCodable {
      public var levelDelta: UInt8 = 0
      public var gain: UInt8 = 0

      public init() {}

      public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.reserved(3)
        try f.uint(5, "bs_node_level_delta", &levelDelta)
        try f.uint(8, "bs_node_gain", &gain)
      }
    }

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
  public struct ShapeFilter: FieldCodable {
    public var lowCut: Band?
    public var lowBoost: Band?
    public var highCut: Band?
    public var highBoost: Band?

    /// A band of a filter.
    public struct Band: FieldCodable {
      public var cornerFrequencyIndex: UInt8 = 0
      public var strengthIndex: UInt8 = 0

      public init() {}

      public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.reserved(3)
        try f.uint(3, "corner_freq_index", &cornerFrequencyIndex)
        try f.uint(2, "filter_strength_index", &strengthIndex)
      }
    }

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
  public struct GainSet: FieldCodable {
    /// 3 stands for a constant gain: there are no bands.
    public var codingProfile: UInt8 = 0
    public var interpolationType: UInt8 = 0
    public var usesFullFrame = false
    public var timeAlignment: UInt8 = 0
    /// The least time between two gains, in samples, less 1.
    public var minimumTimeDelta: UInt16?
    public var bandCount: UInt8 = 0
    public var bandType: UInt8 = 0
    public var bands: [Band] = []
    /// Where the bands meet, for band type 1: one less than there are bands.
    public var crossovers: [UInt8] = []
    /// The first sub-bands of the bands, for band type 0: one less than there are bands.
    public var subBands: [UInt16] = []

    /// A band of frequencies.
    public struct Band: FieldCodable {
      /// From version 1 on.
      public var gainSequenceIndex: UInt8 = 0
      public var hasCharacteristic = false
      public var isRegistered = false
      /// A characteristic of ISO/IEC 23091-3.
      public var characteristic: UInt8 = 0
      public var leftIndex: UInt8 = 0
      public var rightIndex: UInt8 = 0

      public init() {}

      public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
