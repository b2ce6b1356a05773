public import NALUnits

/// The layers of a stream, and their dependencies (`vps_extension`, ITU-T H.265 §F.7.3.2.1.1).
///
/// Lists are in the order of the layers in the VPS, the base layer first if it has an entry.
public struct VideoParameterSetExtension: Equatable, Sendable {
  /// The tier and level of the base layer, without a profile; only with more layers than an
  /// internal base layer.
  public var baseProfileTierLevel = ProfileTierLevel()
  /// Whether the dimensions of a layer are parts of the bits of its id.
  public var splitsLayerIDs = false
  /// `scalability_mask_flag`: 0 or 1 for each of 16 kinds of dimensions (Table F.1).
  public var scalabilityMask = [UInt8](repeating: 0, count: 16)
  public var dimensionIDLengthsMinus1: [UInt8] = []
  public var statesLayerIDs = false
  /// The layers without the base layer.
  public var layers: [Layer] = []
  public var viewIDLength: UInt8 = 0
  public var viewIDs: [UInt16] = []
  /// `direct_dependency_flag`: from the second layer on, 0 or 1 for each layer before.
  public var directDependencies: [[UInt8]] = []
  /// `highest_layer_idx_plus1` of each additional layer set, from the second independent layer on.
  public var additionalLayerSets: [[UInt8]] = []
  /// `sub_layers_vps_max_minus1` of each layer; nil if it is as the VPS says.
  public var maxSubLayersMinus1: [UInt8]?
  /// `max_tid_il_ref_pics_plus1`: for each layer, of those that depend on it; nil if nothing is
  /// said.
  public var maxTemporalIDsPlus1: [[UInt8]]?
  public var usesAllReferenceLayers = false
  public var profileTierLevelCountMinus1: UInt32 = 0
  /// The profiles beyond those of the VPS and the base layer.
  public var profileTierLevels: [AdditionalProfileTierLevel] = []
  public var additionalOutputLayerSetCount: UInt32 = 0
  public var defaultOutputLayer: UInt8 = 0
  /// The output layer sets, from the second on.
  public var outputLayerSets: [OutputLayerSet] = []
  public var formats = [RepresentationFormat()]
  /// `vps_rep_format_idx` of each layer (without an external base layer); nil if it is not stated.
  public var formatIndices: [UInt8]?
  public var usesAtMostOneReferenceLayer = false
  public var isPOCLSBAligned = false
  /// `poc_lsb_not_present_flag`: 0 or 1 for each independent layer but the base layer.
  public var pocLSBNotPresent: [UInt8] = []
  /// The buffers for each of ``outputLayerSets``.
  public var decodedPictureBuffers: [DecodedPictureBuffer] = []
  public var dependencyTypeLengthMinus2: UInt32 = 0
  /// The type that all dependencies have; nil if each has its own.
  public var allDependenciesType: UInt32?
  /// `direct_dependency_type` of each layer on those that it depends on directly.
  public var dependencyTypes: [[UInt32]] = []
  public var nonVUIExtension: [UInt8] = []
  public var vui: VideoParameterSetVUI?

  /// The identifiers of one layer (`layer_id_in_nuh` and `dimension_id`).
  public struct Layer: Equatable, Sendable {
    /// `layer_id_in_nuh`; only if the ids are stated.
    public var id: UInt8 = 0
    /// The ID in each kind of dimension; only if ids are not split.
    public var dimensionIDs: [UInt8] = []
    public init() {}
  }

  /// One more profile, tier and level to which layers refer (`vps_profile_present_flag` with
  /// `profile_tier_level`).
  public struct AdditionalProfileTierLevel: Equatable, Sendable {
    /// Whether the profile is stated, or as in the one before.
    public var hasProfile = true
    public var profileTierLevel = ProfileTierLevel()
    public init() {}
  }

  /// An output layer set: layers, some of which are output.
  public struct OutputLayerSet: Equatable, Sendable {
    public var layerSetIndexMinus1: UInt32 = 0
    /// `output_layer_flag`: 0 or 1 for each layer of the set, if it is not by default.
    public var outputFlags: [UInt8] = []
    /// `profile_tier_level_idx` of each necessary layer.
    public var profileTierLevelIndices: [UInt32] = []
    public var hasAlternativeOutput = false
    public init() {}
  }

  public init() {}

  mutating func fields(_ f: inout FieldCoder, _ set: VideoParameterSet) throws(FieldError) {
    var structure = LayerStructure(of: set)
    if structure.layerCount > 1, set.isBaseLayerInternal {
      try f.within("profile_tier_level") { (f) throws(FieldError) in
        try baseProfileTierLevel.fields(
          &f, maxSubLayersMinus1: set.maxSubLayersMinus1, hasProfile: false)
      }
    }
    try layerFields(&f, &structure)
    try layerSetFields(&f, &structure)
    try profileFields(&f, set)
    try outputLayerSetFields(&f, &structure)
    try formatFields(&f, structure)
    try f.numbers(
      1, "poc_lsb_not_present_flag", &pocLSBNotPresent,
      exactly: structure.independentLayers.filter { $0 > 0 }.count)
    try bufferFields(&f, structure)
    try dependencyFields(&f, structure)
    var count = UInt32(clamping: nonVUIExtension.count)
    try f.ue("vps_non_vui_extension_length", &count, atMost: 4096, "ITU-T H.265 §F.7.4.3.1.1")
    try f.numbers(
      8, "vps_non_vui_extension_data_byte", &nonVUIExtension, exactly: Int(count))
    try f.presence("vps_vui_present_flag", of: &vui, blank: VideoParameterSetVUI())
    try f.group("vps_vui", &vui) { (vui, f) throws(FieldError) in
      try vui.fields(&f, set, structure)
    }
  }

  private mutating func layerFields(
    _ f: inout FieldCoder, _ structure: inout LayerStructure
  ) throws(FieldError) {
    try f.flag("splitting_flag", &splitsLayerIDs)
    try f.numbers(1, "scalability_mask_flag", &scalabilityMask, exactly: 16)
    let dimensionCount = scalabilityMask.reduce(0) { $0 + Int($1) }
    try f.numbers(
      3, "dimension_id_len_minus1", &dimensionIDLengthsMinus1,
      exactly: max(0, dimensionCount - (splitsLayerIDs ? 1 : 0)))
    try f.flag("vps_nuh_layer_id_present_flag", &statesLayerIDs)
    let (states, splits, lengths) = (statesLayerIDs, splitsLayerIDs, dimensionIDLengthsMinus1)
    try f.list("layers", &layers, exactly: structure.layerCount - 1, blank: Layer()) {
      (layer, f) throws(FieldError) in
      if states { try f.uint(6, "layer_id_in_nuh", &layer.id) }
      guard !splits else { return }
      try f.checkCount("dimension_id", layer.dimensionIDs.count, lengths.count)
      if f.isDecoding { layer.dimensionIDs = lengths.map { _ in 0 } }
      for (index, length) in lengths.enumerated() {
        try f.uint(Int(length) + 1, "dimension_id", &layer.dimensionIDs[index])
      }
    }
    structure.setLayers(of: self)
    try f.uint(4, "view_id_len", &viewIDLength)
    try f.numbers(
      Int(viewIDLength), "view_id_val", &viewIDs,
      exactly: viewIDLength > 0 ? structure.viewCount : 0)
    var index = 0
    try f.list(
      "direct_dependencies", &directDependencies, exactly: structure.layerCount - 1, blank: []
    ) { (flags, f) throws(FieldError) in
      index += 1
      try f.numbers(1, "direct_dependency_flag", &flags, exactly: index)
    }
    structure.setDependencies(directDependencies)
  }

  private mutating func layerSetFields(
    _ f: inout FieldCoder, _ structure: inout LayerStructure
  ) throws(FieldError) {
    let trees = structure.treePartitions
    var count = UInt32(clamping: additionalLayerSets.count)
    if trees.count > 1 {
      try f.ue("num_add_layer_sets", &count, atMost: 1023, "ITU-T H.265 §F.7.4.3.1.1")
    } else {
      count = 0
    }
    try f.list(
      "additional_layer_sets", &additionalLayerSets, exactly: Int(count), blank: []
    ) { (indices, f) throws(FieldError) in
      try f.checkCount("highest_layer_idx_plus1", indices.count, trees.count - 1)
      if f.isDecoding { indices = Array(repeating: 0, count: trees.count - 1) }
      for index in indices.indices {
        try f.uint(
          bitsToCount(to: trees[index + 1].count + 1), "highest_layer_idx_plus1", &indices[index])
      }
    }
    try f.presence(
      "vps_sub_layers_max_minus1_present_flag", of: &maxSubLayersMinus1,
      blank: Array(repeating: 0, count: structure.layerCount))
    if var present = maxSubLayersMinus1 {
      try f.numbers(3, "sub_layers_vps_max_minus1", &present, exactly: structure.layerCount)
      maxSubLayersMinus1 = present
    }
    structure.setLayerSets(of: self)
    try f.optional("max_tid_ref_present_flag", &maxTemporalIDsPlus1, blank: []) {
      (ids, f) throws(FieldError) in
      var index = 0
      try f.list("max_tid_il_ref_pics", &ids, exactly: structure.layerCount - 1, blank: []) {
        (ids, f) throws(FieldError) in
        try f.numbers(
          3, "max_tid_il_ref_pics_plus1", &ids, exactly: structure.directUsers(of: index).count)
        index += 1
      }
    }
    try f.flag("default_ref_layers_active_flag", &usesAllReferenceLayers)
  }

  private mutating func profileFields(
    _ f: inout FieldCoder, _ set: VideoParameterSet
  ) throws(FieldError) {
    try f.ue(
      "vps_num_profile_tier_level_minus1", &profileTierLevelCountMinus1, atMost: 63,
      "ITU-T H.265 §F.7.4.3.1.1")
    let first = set.isBaseLayerInternal ? 2 : 1
    try f.list(
      "profile_tier_levels", &profileTierLevels,
      exactly: max(0, Int(profileTierLevelCountMinus1) + 1 - first), blank: .init()
    ) { (level, f) throws(FieldError) in
      try f.flag("vps_profile_present_flag", &level.hasProfile)
      let hasProfile = level.hasProfile
      try f.within("profile_tier_level") { (f) throws(FieldError) in
        try level.profileTierLevel.fields(
          &f, maxSubLayersMinus1: set.maxSubLayersMinus1, hasProfile: hasProfile)
      }
    }
  }

  private mutating func outputLayerSetFields(
    _ f: inout FieldCoder, _ structure: inout LayerStructure
  ) throws(FieldError) {
    let layerSetCount = structure.layerSets.count
    if layerSetCount > 1 {
      try f.ue(
        "num_add_olss", &additionalOutputLayerSetCount, atMost: 1023,
        "ITU-T H.265 §F.7.4.3.1.1")
      try f.uint(2, "default_output_layer_idc", &defaultOutputLayer)
    }
    let count = layerSetCount + Int(additionalOutputLayerSetCount)
    let levels = profileTierLevelCountMinus1
    let byDefault = min(defaultOutputLayer, 2)
    var index = 0
    var described = [OutputLayers(of: structure.layerSets.first ?? [0], flags: [1], structure)]
    try f.list("output_layer_sets", &outputLayerSets, exactly: count - 1, blank: .init()) {
      (set, f) throws(FieldError) in
      index += 1
      var layerSet = index
      if index >= layerSetCount {
        if layerSetCount > 2 {
          try f.uint(
            bitsToCount(to: layerSetCount - 1), "layer_set_idx_for_ols_minus1",
            &set.layerSetIndexMinus1)
        }
        layerSet = Int(set.layerSetIndexMinus1) + 1
      }
      guard layerSet < layerSetCount else {
        throw f.error(.invalid("there are only \(layerSetCount) layer sets"))
      }
      let layers = structure.layerSets[layerSet]
      let isStated = index >= structure.statedLayerSetCount || byDefault == 2
      try f.numbers(
        1, "output_layer_flag", &set.outputFlags, exactly: isStated ? layers.count : 0)
      let outputs = OutputLayers(
        of: layers,
        flags: isStated
          ? set.outputFlags : OutputLayers.flags(of: layers, onlyHighest: byDefault == 1),
        structure)
      try f.numbers(
        bitsToCount(to: Int(levels) + 1), "profile_tier_level_idx",
        &set.profileTierLevelIndices,
        exactly: levels > 0 ? outputs.necessary.filter { $0 }.count : 0)
      if outputs.count == 1, let highest = outputs.highest,
        !structure.directReferences(of: highest).isEmpty
      {
        try f.flag("alt_output_layer_flag", &set.hasAlternativeOutput)
      }
      described.append(outputs)
    }
    structure.outputLayerSets = described
  }

  private mutating func formatFields(
    _ f: inout FieldCoder, _ structure: LayerStructure
  ) throws(FieldError) {
    var countMinus1 = UInt32(clamping: formats.count) &- 1
    try f.ue(
      "vps_num_rep_formats_minus1", &countMinus1, atMost: 255, "ITU-T H.265 §F.7.4.3.1.1")
    try f.list("rep_formats", &formats, exactly: Int(countMinus1) + 1, blank: .init()) {
      (format, f) throws(FieldError) in
      try format.fields(&f)
    }
    if countMinus1 > 0 {
      try f.presence("rep_format_idx_present_flag", of: &formatIndices, blank: [])
    } else {
      formatIndices = nil
    }
    if var indices = formatIndices {
      try f.numbers(
        bitsToCount(to: Int(countMinus1) + 1), "vps_rep_format_idx", &indices,
        exactly: structure.layerCount - structure.firstInternalLayer)
      formatIndices = indices
    }
    try f.flag("max_one_active_ref_layer_flag", &usesAtMostOneReferenceLayer)
    try f.flag("vps_poc_lsb_aligned_flag", &isPOCLSBAligned)
  }

  private mutating func bufferFields(
    _ f: inout FieldCoder, _ structure: LayerStructure
  ) throws(FieldError) {
    var index = 0
    try f.within("dpb_size") { (f) throws(FieldError) in
      try f.list(
        "dpb_sizes", &decodedPictureBuffers, exactly: structure.outputLayerSets.count - 1,
        blank: .init()
      ) { (buffer, f) throws(FieldError) in
        index += 1
        let set = structure.outputLayerSets[index]
        try buffer.fields(
          &f, layerCount: structure.bufferedLayers(of: set),
          subLayerCount: structure.maxSubLayersMinus1(of: set.layers) + 1)
      }
    }
  }

  private mutating func dependencyFields(
    _ f: inout FieldCoder, _ structure: LayerStructure
  ) throws(FieldError) {
    try f.ue(
      "direct_dep_type_len_minus2", &dependencyTypeLengthMinus2, atMost: 30,
      "ITU-T H.265 §F.7.4.3.1.1")
    let bits = Int(dependencyTypeLengthMinus2) + 2
    try f.optional("direct_dependency_all_layers_flag", &allDependenciesType, blank: 0) {
      (type, f) throws(FieldError) in
      try f.uint(bits, "direct_dependency_all_layers_type", &type)
    }
    guard allDependenciesType == nil else { return }
    let first = structure.firstInternalLayer
    var index = first
    try f.list(
      "direct_dependency_types", &dependencyTypes,
      exactly: max(0, structure.layerCount - first - 1), blank: []
    ) { (types, f) throws(FieldError) in
      index += 1
      try f.numbers(
        bits, "direct_dependency_type", &types,
        exactly: structure.directReferences(of: index).filter { $0 >= first }.count)
    }
  }
}

/// What later versions of the standard added to the VPS (ITU-T H.265 §F.7.3.2.1).
public struct VideoParameterSetExtensions: Equatable, Sendable {
  /// Bits of 1 up to a byte boundary; the last of these eight.
  public var alignment: UInt8 = 0xFF
  /// The structure of layers; nil if it cannot be read: then it is in ``data``.
  public var layers: VideoParameterSetExtension? = VideoParameterSetExtension()
  /// `vps_extension2_flag`
  public var hasMore = false
  /// The bits of unknown extensions.
  public var data = BitString()

  public init() {}

  mutating func fields(_ f: inout FieldCoder, _ set: VideoParameterSet) throws(FieldError) {
    if f.isDecoding {
      // Drafts of the standard had another extension.
      let isReadable = f.canRead { (f) throws(FieldError) in
        var trial = VideoParameterSetExtensions()
        try trial.layerFields(&f, set)
        guard trial.hasMore || f.bitsBeforeStopBit == 0 else {
          throw f.error(.invalid("the extension is longer than its fields"))
        }
      }
      layers = isReadable ? VideoParameterSetExtension() : nil
    }
    if layers != nil { try layerFields(&f, set) }
    if layers == nil || hasMore { try data.fields(&f, "vps_extension_data_flag") }
  }

  private mutating func layerFields(
    _ f: inout FieldCoder, _ set: VideoParameterSet
  ) throws(FieldError) {
    try f.alignment("vps_extension_alignment_bit_equal_to_one", &alignment)
    try f.group("vps_extension", &layers) { (layers, f) throws(FieldError) in
      try layers.fields(&f, set)
    }
    try f.flag("vps_extension2_flag", &hasMore)
  }
}

/// Size and sample format of layers (`rep_format`, ITU-T H.265 §F.7.3.2.1.2).
public struct RepresentationFormat: FieldCodable {
  public var width: UInt16 = 0
  public var height: UInt16 = 0
  /// The format of samples; nil if it is as in the format before.
  public var samples: Samples? = Samples()
  /// The cropping window, in units of chroma samples.
  public var conformanceWindow: ConformanceWindow?

  /// Chroma format and bit depths (`chroma_and_bit_depth_vps_present_flag` in `rep_format`, ITU-T
  /// H.265 §F.7.3.2.1.2).
  public struct Samples: Equatable, Sendable {
    public var chromaFormat = ChromaFormat.yuv420
    public var hasSeparateColourPlanes = false
    public var bitDepthLumaMinus8: UInt8 = 0
    public var bitDepthChromaMinus8: UInt8 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "pic_width_vps_in_luma_samples", &width)
    try f.uint(16, "pic_height_vps_in_luma_samples", &height)
    try f.optional("chroma_and_bit_depth_vps_present_flag", &samples, blank: Samples()) {
      (samples, f) throws(FieldError) in
      try f.choice(
        2, "chroma_format_vps_idc", &samples.chromaFormat, as: .names(ChromaFormat.names))
      if samples.chromaFormat == .yuv444 {
        try f.flag("separate_colour_plane_vps_flag", &samples.hasSeparateColourPlanes)
      }
      try f.uint(4, "bit_depth_vps_luma_minus8", &samples.bitDepthLumaMinus8)
      try f.uint(4, "bit_depth_vps_chroma_minus8", &samples.bitDepthChromaMinus8)
    }
    try f.optional("conformance_window_vps_flag", &conformanceWindow, blank: ConformanceWindow()) {
      (window, f) throws(FieldError) in
      try f.ue("conf_win_vps_left_offset", &window.left)
      try f.ue("conf_win_vps_right_offset", &window.right)
      try f.ue("conf_win_vps_top_offset", &window.top)
      try f.ue("conf_win_vps_bottom_offset", &window.bottom)
    }
  }
}

/// The number of pictures that a decoder has to hold for an output layer set (`dpb_size`, ITU-T H.265 §F.7.3.2.1.3).
public struct DecodedPictureBuffer: Equatable, Sendable {
  /// Whether sub-layers beyond the first may have sizes of their own.
  public var statesSubLayers = false
  /// The values of each temporal sub-layer; nil if they are those of the one before.
  public var subLayers: [SubLayer?] = [SubLayer()]

  /// The sizes of the buffer for one temporal sub-layer (in `dpb_size`, ITU-T H.265 §F.7.3.2.1.3).
  public struct SubLayer: Equatable, Sendable {
    /// The size for each necessary layer, less one.
    public var maxDecodedPictureBufferingMinus1: [UInt32] = []
    public var maxReorderedPictures: UInt32 = 0
    public var maxLatencyIncreasePlus1: UInt32 = 0
    public init() {}
  }

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, layerCount: Int, subLayerCount: Int
  ) throws(FieldError) {
    try f.flag("sub_layer_flag_info_present_flag", &statesSubLayers)
    let statesSubLayers = statesSubLayers
    var isFirst = true
    try f.list("sub_layers", &subLayers, exactly: subLayerCount, blank: nil) {
      (subLayer, f) throws(FieldError) in
      if isFirst {
        subLayer = subLayer ?? SubLayer()
      } else if statesSubLayers {
        try f.presence("sub_layer_dpb_info_present_flag", of: &subLayer, blank: SubLayer())
      } else {
        subLayer = nil
      }
      isFirst = false
      guard var present = subLayer else { return }
      try f.ueList(
        "max_vps_dec_pic_buffering_minus1", &present.maxDecodedPictureBufferingMinus1,
        count: layerCount)
      try f.ue("max_vps_num_reorder_pics", &present.maxReorderedPictures)
      try f.ue("max_vps_latency_increase_plus1", &present.maxLatencyIncreasePlus1)
      subLayer = present
    }
  }
}
