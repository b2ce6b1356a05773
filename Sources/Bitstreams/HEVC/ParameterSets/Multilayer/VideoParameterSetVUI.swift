public import NALUnits

/// What helps to use layers but is not needed to decode them (`vps_vui`, ITU-T H.265 §F.7.3.2.1.4).
public struct VideoParameterSetVUI: Equatable, Sendable {
  /// Bits of 1 up to a byte boundary; the last of these eight.
  public var alignment: UInt8 = 0xFF
  public var alignsPictureTypes = false
  public var alignsRandomAccess = false
  public var alignsInstantaneousRefresh = false
  public var hasBitRates = false
  public var hasPictureRates = false
  /// The rates of each layer set and temporal sub-layer.
  public var rates: [[Rates]] = []
  /// `vps_num_video_signal_info_minus1`, if it is stated which layer has which signal.
  public var signalCountMinus1: UInt8?
  public var signals: [VideoSignal] = []
  public var signalIndices: [UInt8] = []
  /// The tiles of each layer; nil if no layer has tiles.
  public var tiles: [Tiles]?
  /// `tile_boundaries_aligned_flag`: for each layer, 0 or 1 for the layers on which it depends
  /// directly and that have tiles like itself.
  public var alignedTiles: [[UInt8]] = []
  /// `wpp_in_use_flag`: 0 or 1 for each layer; nil if no layer uses it.
  public var wavefronts: [UInt8]?
  public var hasSingleLayerBetweenRandomAccess = false
  public var skipsHigherRandomAccess = false
  /// The restrictions of each layer but the base layer, on those that it depends on directly.
  public var restrictions: [[Restriction]]?
  /// `vps_vui_bsp_hrd_params` and everything after it, as bits; nil if there are none.
  public var bufferModels: BitString?
  /// `base_layer_parameter_set_compatibility_flag`: 0 or 1 for each independent layer but the
  /// base layer; in ``bufferModels`` if there are some.
  public var sharesBaseLayerSets: [UInt8] = []

  /// The rates of a set of layers up to one temporal sub-layer.
  public struct Rates: Equatable, Sendable {
    public var bits: BitRate?
    public var pictures: PictureRate?
    public init() {}
  }

  /// Bits in a second (`avg_bit_rate`, `max_bit_rate`): 14 bits, times 100 and as many powers of
  /// ten as the 2 bits above say.
  public struct BitRate: Equatable, Sendable {
    public var average: UInt16 = 0
    public var maximum: UInt16 = 0
    public init() {}
  }

  /// Pictures in a second (`constant_pic_rate_idc`, `avg_pic_rate`).
  public struct PictureRate: Equatable, Sendable {
    public var constantRate: UInt8 = 0
    public var average: UInt16 = 0
    public init() {}
  }

  /// `video_signal_info`
  public struct VideoSignal: FieldCodable {
    public var format: UInt8 = 5
    public var isFullRange = false
    public var colourPrimaries: UInt8 = 2
    public var transferCharacteristics: UInt8 = 2
    public var matrixCoefficients: UInt8 = 2
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(
        3, "video_vps_format", &format, as: .names(VideoUsabilityInformation.videoFormatNames))
      try f.flag("video_full_range_vps_flag", &isFullRange)
      try f.uint(
        8, "colour_primaries_vps", &colourPrimaries, as: .names(CodePoints.colourPrimaries))
      try f.uint(
        8, "transfer_characteristics_vps", &transferCharacteristics,
        as: .names(CodePoints.transferCharacteristics))
      try f.uint(
        8, "matrix_coeffs_vps", &matrixCoefficients, as: .names(CodePoints.matrixCoefficients))
    }
  }

  /// Whether a layer has tiles, and whether filters cross them (`tiles_in_use_flag`,
  /// `loop_filter_not_across_tiles_flag`).
  public struct Tiles: Equatable, Sendable {
    public var areInUse = false
    public var doesNotFilterAcross = false
    public init() {}
  }

  /// The part below a block up to which the pictures of another layer have to be decoded.
  public struct Restriction: Equatable, Sendable {
    public var minSpatialSegmentOffsetPlus1: UInt32 = 0
    /// `min_horizontal_ctu_offset_plus1`; nil if offsets are not in blocks.
    public var minHorizontalOffsetPlus1: UInt32?
    public init() {}
  }

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, _ set: VideoParameterSet, _ structure: LayerStructure
  ) throws(FieldError) {
    try f.alignment("vps_vui_alignment_bit_equal_to_one", &alignment)
    try f.flag("cross_layer_pic_type_aligned_flag", &alignsPictureTypes)
    if alignsPictureTypes {
      alignsRandomAccess = true
    } else {
      try f.flag("cross_layer_irap_aligned_flag", &alignsRandomAccess)
    }
    if alignsRandomAccess { try f.flag("all_layers_idr_aligned_flag", &alignsInstantaneousRefresh) }
    try rateFields(&f, structure)
    try signalFields(&f, structure)
    try toolFields(&f, structure)
    try f.flag("single_layer_for_non_irap_flag", &hasSingleLayerBetweenRandomAccess)
    try f.flag("higher_layer_irap_skip_flag", &skipsHigherRandomAccess)
    try f.optional("ilp_restricted_ref_layers_flag", &restrictions, blank: []) {
      (restrictions, f) throws(FieldError) in
      var index = 0
      try f.list(
        "ilp_restrictions", &restrictions, exactly: structure.layerCount - 1, blank: []
      ) { (restrictions, f) throws(FieldError) in
        index += 1
        let count = structure.directReferences(of: index)
          .filter { $0 >= structure.firstInternalLayer }.count
        try f.list("ref_layers", &restrictions, exactly: count, blank: .init()) {
          (restriction, f) throws(FieldError) in
          try restriction.fields(&f)
        }
      }
    }
    try f.optional("vps_vui_bsp_hrd_present_flag", &bufferModels, blank: BitString()) {
      (bits, f) throws(FieldError) in
      try bits.fields(&f, "vps_vui_bsp_hrd_params")
    }
    try f.numbers(
      1, "base_layer_parameter_set_compatibility_flag", &sharesBaseLayerSets,
      exactly: bufferModels == nil ? structure.independentLayers.filter { $0 > 0 }.count : 0)
  }

  private mutating func rateFields(
    _ f: inout FieldCoder, _ structure: LayerStructure
  ) throws(FieldError) {
    try f.flag("bit_rate_present_vps_flag", &hasBitRates)
    try f.flag("pic_rate_present_vps_flag", &hasPictureRates)
    let (hasBitRates, hasPictureRates) = (hasBitRates, hasPictureRates)
    let sets = Array(structure.layerSets.dropFirst(structure.firstInternalLayer))
    var index = 0
    try f.list(
      "rates", &rates, exactly: hasBitRates || hasPictureRates ? sets.count : 0, blank: []
    ) { (rates, f) throws(FieldError) in
      let count = structure.maxSubLayersMinus1(of: sets[index]) + 1
      index += 1
      try f.list("sub_layers", &rates, exactly: count, blank: Rates()) {
        (rates, f) throws(FieldError) in
        if hasBitRates { try f.presence("bit_rate_present_flag", of: &rates.bits, blank: .init()) }
        if hasPictureRates {
          try f.presence("pic_rate_present_flag", of: &rates.pictures, blank: .init())
        }
        if var rate = rates.bits {
          try f.uint(16, "avg_bit_rate", &rate.average)
          try f.uint(16, "max_bit_rate", &rate.maximum)
          rates.bits = rate
        }
        if var rate = rates.pictures {
          try f.uint(2, "constant_pic_rate_idc", &rate.constantRate)
          try f.uint(16, "avg_pic_rate", &rate.average)
          rates.pictures = rate
        }
      }
    }
  }

  private mutating func signalFields(
    _ f: inout FieldCoder, _ structure: LayerStructure
  ) throws(FieldError) {
    let layerCount = structure.layerCount - structure.firstInternalLayer
    try f.optional("video_signal_info_idx_present_flag", &signalCountMinus1, blank: 0) {
      (count, f) throws(FieldError) in
      try f.uint(4, "vps_num_video_signal_info_minus1", &count)
    }
    try f.list(
      "video_signal_info", &signals, exactly: signalCountMinus1.map { Int($0) + 1 } ?? layerCount,
      blank: VideoSignal()
    ) { (signal, f) throws(FieldError) in
      try signal.fields(&f)
    }
    try f.numbers(
      4, "vps_video_signal_info_idx", &signalIndices,
      exactly: (signalCountMinus1 ?? 0) > 0 ? layerCount : 0)
  }

  private mutating func toolFields(
    _ f: inout FieldCoder, _ structure: LayerStructure
  ) throws(FieldError) {
    let first = structure.firstInternalLayer
    let layerCount = structure.layerCount - first
    var hasNoTiles = tiles == nil
    try f.flag("tiles_not_in_use_flag", &hasNoTiles)
    if hasNoTiles {
      tiles = nil
    } else {
      var stated = tiles ?? []
      try f.list("tiles", &stated, exactly: layerCount, blank: Tiles()) {
        (tiles, f) throws(FieldError) in
        try f.flag("tiles_in_use_flag", &tiles.areInUse)
        if tiles.areInUse {
          try f.flag("loop_filter_not_across_tiles_flag", &tiles.doesNotFilterAcross)
        }
      }
      tiles = stated
      let usesTiles = { (layer: Int) in layer >= first && stated[layer - first].areInUse }
      var index = first
      try f.list(
        "aligned_tiles", &alignedTiles, exactly: max(0, layerCount - 1), blank: []
      ) { (flags, f) throws(FieldError) in
        index += 1
        let count =
          usesTiles(index)
          ? structure.directReferences(of: index).filter(usesTiles).count : 0
        try f.numbers(1, "tile_boundaries_aligned_flag", &flags, exactly: count)
      }
    }
    var hasNoWavefronts = wavefronts == nil
    try f.flag("wpp_not_in_use_flag", &hasNoWavefronts)
    if hasNoWavefronts {
      wavefronts = nil
    } else {
      var flags = wavefronts ?? []
      try f.numbers(1, "wpp_in_use_flag", &flags, exactly: layerCount)
      wavefronts = flags
    }
  }
}

extension VideoParameterSetVUI.Restriction {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("min_spatial_segment_offset_plus1", &minSpatialSegmentOffsetPlus1)
    guard minSpatialSegmentOffsetPlus1 > 0 else {
      minHorizontalOffsetPlus1 = nil
      return
    }
    try f.optional("ctu_based_offset_enabled_flag", &minHorizontalOffsetPlus1, blank: 0) {
      (offset, f) throws(FieldError) in
      try f.ue("min_horizontal_ctu_offset_plus1", &offset)
    }
  }
}
