public import FieldCoding
public import NALUnits

/// The decoder capabilities that a stream needs (`profile_tier_level( 1, ... )`, ITU-T H.266 §7.3.3.1).
public struct ProfileTierLevel: Equatable, Sendable {
  public var profile = Profile()
  public var isHighTier = false
  public var level = Level()
  public var isFrameOnly = false
  public var hasMultipleLayers = false
  public var constraints = GeneralConstraints()
  /// The levels of all sub-layers but the highest, the lowest first; nil for one that is not
  /// stated.
  public var subLayerLevels: [Level?] = []
  public var subProfiles: [UInt32] = []

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, maxSubLayersMinus1: Int
  ) throws(FieldError) {
    try f.uint(7, "general_profile_idc", &profile.idc, as: .names(Profile.names))
    try f.flag("general_tier_flag", &isHighTier)
    try f.uint(8, "general_level_idc", &level.idc)
    try f.flag("ptl_frame_only_constraint_flag", &isFrameOnly)
    try f.flag("ptl_multilayer_enabled_flag", &hasMultipleLayers)
    try f.within("general_constraints_info") { (f) throws(FieldError) in
      try constraints.fields(&f)
    }
    try f.subLayerLevels(&subLayerLevels, count: maxSubLayersMinus1)
    try f.list(
      32, "general_sub_profile_idc", &subProfiles, count: .bits(8, "ptl_num_sub_profiles"),
      as: .hex)
  }
}

extension FieldCoder {
  /// The flags and the levels of sub-layers, from the highest to the lowest.
  mutating func subLayerLevels(
    _ levels: inout [Level?], count: Int
  ) throws(FieldError) {
    try checkCount("sublayer_level_idc", levels.count, count)
    if isDecoding { levels = Array(repeating: nil, count: count) }
    for index in levels.indices.reversed() {
      try within("sublayers[\(index)]") { (f) throws(FieldError) in
        try f.presence("ptl_sublayer_level_present_flag", of: &levels[index], blank: Level())
      }
    }
    try alignToByte()
    for index in levels.indices.reversed() {
      try group("sublayers[\(index)]", &levels[index]) { (level, f) throws(FieldError) in
        try f.uint(8, "sublayer_level_idc", &level.idc)
      }
    }
  }
}

/// A set of coding tools (ITU-T H.266 §A.3).
public struct Profile: Hashable, Sendable {
  public var idc: UInt8
  public init(idc: UInt8 = 1) { self.idc = idc }

  /// The names of the profiles of the first edition.
  public static let names: ValueNames = [
    1: "Main 10", 17: "Multilayer Main 10", 33: "Main 10 4:4:4", 49: "Multilayer Main 10 4:4:4",
    65: "Main 10 Still Picture", 97: "Main 10 4:4:4 Still Picture",
  ]

  /// The name of the profile. Nil for one that we do not know.
  public var name: String? { Profile.names[UInt64(idc)] }
}

/// The speed that a decoder needs (ITU-T H.266 §A.4).
public struct Level: Hashable, Comparable, Sendable {
  /// The level: 16 times its major number plus 3 times its minor number.
  public var idc: UInt8
  public init(idc: UInt8 = 0) { self.idc = idc }

  public static func < (a: Level, b: Level) -> Bool { a.idc < b.idc }
}

extension Level: CustomStringConvertible {
  /// The number of the level: `3.1`. An `idc` that is not a level is shown as a number.
  public var description: String {
    let (major, rest) = (idc / 16, idc % 16)
    guard rest % 3 == 0 else { return "level_idc \(idc)" }
    return rest == 0 ? "\(major)" : "\(major).\(rest / 3)"
  }
}

/// The tools that a stream does not use (`general_constraints_info`, ITU-T H.266 §7.3.3.2).
public struct GeneralConstraints: Equatable, Sendable {
  /// The constraints that the stream keeps; nil if they are not stated.
  public var stated: Stated?

  /// The promises (`gci_present_flag`, ITU-T H.266 §7.3.3.2).
  public struct Stated: Equatable, Sendable {
    /// The values in the order of ``names``.
    fileprivate(set) public var values = [UInt8](
      repeating: 0, count: GeneralConstraints.syntax.count)
    public var additionalBitCount: UInt8 = 0
    /// The values in the order of ``additionalNames``, if there are as many ``additionalBitCount``.
    fileprivate(set) public var additional = [UInt8](
      repeating: 0, count: GeneralConstraints.additionalSyntax.count)
    public var reserved = BitString()
    public init() {}

    /// The value of `gci_no_gdr_constraint_flag`, or another by its name; nil if it has none.
    public subscript(name: String) -> UInt8? {
      if let index = GeneralConstraints.syntax.firstIndex(where: { "\($0.name)" == name }) {
        return values[index]
      }
      guard additionalBitCount > 5 else { return nil }
      return GeneralConstraints.additionalSyntax.firstIndex { "\($0)" == name }
        .map { additional[$0] }
    }
  }

  public init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.optional("gci_present_flag", &stated, blank: Stated()) { (stated, f) throws(FieldError) in
      try stated.fields(&f)
    }
    try f.alignToByte()
  }

  /// The fields, and how many bits each takes.
  fileprivate static let syntax: [(name: StaticString, bits: Int)] = [
    ("gci_intra_only_constraint_flag", 1), ("gci_all_layers_independent_constraint_flag", 1),
    ("gci_one_au_only_constraint_flag", 1), ("gci_sixteen_minus_max_bitdepth_constraint_idc", 4),
    ("gci_three_minus_max_chroma_format_constraint_idc", 2),
    ("gci_no_mixed_nalu_types_in_pic_constraint_flag", 1), ("gci_no_trail_constraint_flag", 1),
    ("gci_no_stsa_constraint_flag", 1), ("gci_no_rasl_constraint_flag", 1),
    ("gci_no_radl_constraint_flag", 1), ("gci_no_idr_constraint_flag", 1),
    ("gci_no_cra_constraint_flag", 1), ("gci_no_gdr_constraint_flag", 1),
    ("gci_no_aps_constraint_flag", 1), ("gci_no_idr_rpl_constraint_flag", 1),
    ("gci_one_tile_per_pic_constraint_flag", 1),
    ("gci_pic_header_in_slice_header_constraint_flag", 1),
    ("gci_one_slice_per_pic_constraint_flag", 1), ("gci_no_rectangular_slice_constraint_flag", 1),
    ("gci_one_slice_per_subpic_constraint_flag", 1), ("gci_no_subpic_info_constraint_flag", 1),
    ("gci_three_minus_max_log2_ctu_size_constraint_idc", 2),
    ("gci_no_partition_constraints_override_constraint_flag", 1),
    ("gci_no_mtt_constraint_flag", 1), ("gci_no_qtbtt_dual_tree_intra_constraint_flag", 1),
    ("gci_no_palette_constraint_flag", 1), ("gci_no_ibc_constraint_flag", 1),
    ("gci_no_isp_constraint_flag", 1), ("gci_no_mrl_constraint_flag", 1),
    ("gci_no_mip_constraint_flag", 1), ("gci_no_cclm_constraint_flag", 1),
    ("gci_no_ref_pic_resampling_constraint_flag", 1),
    ("gci_no_res_change_in_clvs_constraint_flag", 1),
    ("gci_no_weighted_prediction_constraint_flag", 1),
    ("gci_no_ref_wraparound_constraint_flag", 1), ("gci_no_temporal_mvp_constraint_flag", 1),
    ("gci_no_sbtmvp_constraint_flag", 1), ("gci_no_amvr_constraint_flag", 1),
    ("gci_no_bdof_constraint_flag", 1), ("gci_no_smvd_constraint_flag", 1),
    ("gci_no_dmvr_constraint_flag", 1), ("gci_no_mmvd_constraint_flag", 1),
    ("gci_no_affine_motion_constraint_flag", 1), ("gci_no_prof_constraint_flag", 1),
    ("gci_no_bcw_constraint_flag", 1), ("gci_no_ciip_constraint_flag", 1),
    ("gci_no_gpm_constraint_flag", 1), ("gci_no_luma_transform_size_64_constraint_flag", 1),
    ("gci_no_transform_skip_constraint_flag", 1), ("gci_no_bdpcm_constraint_flag", 1),
    ("gci_no_mts_constraint_flag", 1), ("gci_no_lfnst_constraint_flag", 1),
    ("gci_no_joint_cbcr_constraint_flag", 1), ("gci_no_sbt_constraint_flag", 1),
    ("gci_no_act_constraint_flag", 1), ("gci_no_explicit_scaling_list_constraint_flag", 1),
    ("gci_no_dep_quant_constraint_flag", 1), ("gci_no_sign_data_hiding_constraint_flag", 1),
    ("gci_no_cu_qp_delta_constraint_flag", 1), ("gci_no_chroma_qp_offset_constraint_flag", 1),
    ("gci_no_sao_constraint_flag", 1), ("gci_no_alf_constraint_flag", 1),
    ("gci_no_ccalf_constraint_flag", 1), ("gci_no_lmcs_constraint_flag", 1),
    ("gci_no_ladf_constraint_flag", 1), ("gci_no_virtual_boundaries_constraint_flag", 1),
  ]

  /// Flags of one bit that the second edition added.
  fileprivate static let additionalSyntax: [StaticString] = [
    "gci_all_rap_pictures_constraint_flag",
    "gci_no_extended_precision_processing_constraint_flag",
    "gci_no_ts_residual_coding_rice_constraint_flag",
    "gci_no_rrc_rice_extension_constraint_flag",
    "gci_no_persistent_rice_adaptation_constraint_flag",
    "gci_no_reverse_last_sig_coeff_constraint_flag",
  ]
}

extension GeneralConstraints.Stated {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    for (index, field) in GeneralConstraints.syntax.enumerated() {
      try f.uint(field.bits, field.name, &values[index])
    }
    try f.uint(8, "gci_num_additional_bits", &additionalBitCount)
    var left = Int(additionalBitCount)
    if left > 5 {
      for (index, name) in GeneralConstraints.additionalSyntax.enumerated() {
        try f.uint(1, name, &additional[index])
      }
      left -= GeneralConstraints.additionalSyntax.count
    }
    try reserved.fields(&f, "gci_reserved_bits", count: left)
  }
}
