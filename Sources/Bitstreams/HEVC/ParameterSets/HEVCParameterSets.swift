public import FieldCoding
public import NALUnits

/// The known parameter sets of a stream, by their IDs. They are necessary to read slices, and SEI messages whose
/// syntax depends on an SPS.
///
/// All layers share the IDs (ITU-T H.265 §7.4.2.4.2). A set replaces the previous set with its ID.
public struct ParameterSets: Equatable, Sendable {
  /// The VPS by `vps_video_parameter_set_id`.
  public private(set) var videos: [UInt8: VideoParameterSet] = [:]
  /// The SPS by `sps_seq_parameter_set_id`.
  public private(set) var sequences: [UInt32: SequenceParameterSet] = [:]
  /// The PPS by `pps_pic_parameter_set_id`.
  public private(set) var pictures: [UInt32: PictureParameterSet] = [:]

  public init() {}

  /// The sets among `nalUnits`; those that cannot be read are passed over.
  public init(nalUnits: some Sequence<Bytes>) {
    for unit in nalUnits { try? insert(nalUnit: unit) }
  }

  /// Adds the parameter set of a NAL unit. A NAL unit of another type changes nothing.
  public mutating func insert(nalUnit: Bytes) throws(FieldError) {
    switch NALUnit.type(of: nalUnit) {
    case .videoParameterSet?: insert(try VideoParameterSet(nalUnit: nalUnit))
    case .sequenceParameterSet?: insert(try SequenceParameterSet(nalUnit: nalUnit))
    case .pictureParameterSet?: insert(try PictureParameterSet(nalUnit: nalUnit))
    default: break
    }
  }

  /// Inserts a VPS, or replaces the one with the same number.
  public mutating func insert(_ set: VideoParameterSet) { videos[set.id] = set }
  /// Inserts an SPS, or replaces the one with the same number.
  public mutating func insert(_ set: SequenceParameterSet) { sequences[set.id] = set }
  /// Inserts a PPS, or replaces the one with the same number.
  public mutating func insert(_ set: PictureParameterSet) { pictures[set.id] = set }

  /// The SPS that a PPS names.
  public func sequence(of picture: PictureParameterSet) -> SequenceParameterSet? {
    sequences[picture.sequenceParameterSetID]
  }

  /// The VPS that an SPS names.
  public func video(of sequence: SequenceParameterSet) -> VideoParameterSet? {
    videos[sequence.videoParameterSetID]
  }

  /// The SPS of the base layer, if there is only one: without reading slices it is not known
  /// which of several is active.
  public var onlySequence: SequenceParameterSet? {
    let ofBaseLayer = sequences.values.filter { $0.header.layerID == 0 }
    return ofBaseLayer.count == 1 ? ofBaseLayer.first : nil
  }
}

/// What all layers of a stream share (`video_parameter_set_rbsp`, ITU-T H.265 §7.3.2.1).
public struct VideoParameterSet: NALUnitContent {
  public static let name = "video_parameter_set_rbsp"
  public static let types = [NALUnitType.videoParameterSet]

  public var header = NALUnitHeader(.videoParameterSet)
  public var id: UInt8 = 0
  public var isBaseLayerInternal = true
  public var isBaseLayerAvailable = true
  public var maxLayersMinus1: UInt8 = 0
  public var maxSubLayersMinus1: UInt32 = 0
  public var hasTemporalIDNesting = true
  public var reserved: UInt16 = 0xFFFF
  public var profileTierLevel = ProfileTierLevel()
  /// `vps_sub_layer_ordering_info_present_flag`: each temporal sub-layer has its own sizes; otherwise those of the
  /// highest apply to all.
  public var statesEachSubLayerOrdering = true
  public var subLayerOrdering = [SubLayerOrdering()]
  public var maxLayerID: UInt8 = 0
  /// The layer sets from the second on: the layers of each as bits, layer 0 first.
  public var layerSets: [UInt64] = []
  public var timing: Timing?
  /// What streams with layers add (Annex F).
  public var extensions: VideoParameterSetExtensions?
  public var trailing = RBSPTrailing()

  /// How fast the clock is, and the buffers of layer sets (`vps_timing_info_present_flag`, ITU-T
  /// H.265 §7.3.2.1).
  public struct Timing: Equatable, Sendable {
    public var information = TimingInformation()
    public var hrds: [LayerSetHRD] = []
    public init() {}
  }

  /// The buffers of one layer set (`hrd_layer_set_idx`, with `hrd_parameters`).
  public struct LayerSetHRD: Equatable, Sendable {
    public var layerSetIndex: UInt32 = 0
    public var statesCommon = true
    public var parameters = HRDParameters()
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.uint(4, "vps_video_parameter_set_id", &id)
    try f.flag("vps_base_layer_internal_flag", &isBaseLayerInternal)
    try f.flag("vps_base_layer_available_flag", &isBaseLayerAvailable)
    try f.uint(6, "vps_max_layers_minus1", &maxLayersMinus1)
    try f.uint(
      3, "vps_max_sub_layers_minus1", &maxSubLayersMinus1, atMost: 6, "ITU-T H.265 §7.4.3.1")
    try f.flag("vps_temporal_id_nesting_flag", &hasTemporalIDNesting)
    try f.uint(16, "vps_reserved_0xffff_16bits", &reserved, as: .hex)
    try f.within("profile_tier_level") { (f) throws(FieldError) in
      try profileTierLevel.fields(&f, maxSubLayersMinus1: maxSubLayersMinus1)
    }
    try f.subLayerOrdering(
      VideoParameterSet.orderingNames, isPresent: &statesEachSubLayerOrdering, &subLayerOrdering,
      maxSubLayersMinus1: maxSubLayersMinus1)
    try f.uint(6, "vps_max_layer_id", &maxLayerID)
    var layerSetCount = UInt32(clamping: layerSets.count)
    try f.ue("vps_num_layer_sets_minus1", &layerSetCount, atMost: 1023, "ITU-T H.265 §7.4.3.1")
    try f.list(
      Int(maxLayerID) + 1, "layer_id_included_flags", &layerSets,
      count: .exactly(Int(layerSetCount)), as: .hex)
    try f.optional("vps_timing_info_present_flag", &timing, blank: Timing()) {
      (timing, f) throws(FieldError) in
      try timing.fields(
        &f, maxSubLayersMinus1: maxSubLayersMinus1, layerSetCount: layerSetCount + 1)
    }
    let set = self
    try f.optional("vps_extension_flag", &extensions, blank: .init()) {
      (extensions, f) throws(FieldError) in
      try extensions.fields(&f, set)
    }
    try trailing.fields(&f)
  }

  private static let orderingNames = SubLayerOrderingNames(
    isPresent: "vps_sub_layer_ordering_info_present_flag",
    buffering: "vps_max_dec_pic_buffering_minus1", reordering: "vps_max_num_reorder_pics",
    latency: "vps_max_latency_increase_plus1")
}

extension VideoParameterSet.Timing {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, maxSubLayersMinus1: UInt32, layerSetCount: UInt32
  ) throws(FieldError) {
    try information.fields(
      &f, units: "vps_num_units_in_tick", scale: "vps_time_scale",
      isProportional: "vps_poc_proportional_to_timing_flag",
      ticks: "vps_num_ticks_poc_diff_one_minus1")
    var count = UInt32(clamping: hrds.count)
    try f.ue("vps_num_hrd_parameters", &count, atMost: layerSetCount, "ITU-T H.265 §7.4.3.1")
    var isFirst = true
    var common = HRDParameters.Common()
    try f.list("hrd_parameters", &hrds, exactly: Int(count), blank: .init()) {
      (hrd, f) throws(FieldError) in
      try f.ue("hrd_layer_set_idx", &hrd.layerSetIndex)
      if !isFirst { try f.flag("cprms_present_flag", &hrd.statesCommon) }
      if isFirst { hrd.statesCommon = true }
      if !hrd.statesCommon { hrd.parameters.common = common }
      try hrd.parameters.fields(
        &f, statesCommon: hrd.statesCommon, maxSubLayersMinus1: maxSubLayersMinus1)
      common = hrd.parameters.common
      isFirst = false
    }
  }
}
