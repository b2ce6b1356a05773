import FieldCoding
import NALUnits

extension SequenceParameterSet {
  /// Which pictures others refer to.
  public struct References: Equatable, Sendable {
    public var usesLongTerm = false
    public var usesOtherLayers = false
    public var areInInstantaneousRefresh = false
    /// Whether list 1 is like list 0, so that ``lists`` has one element and not two.
    public var areListsAlike = true
    public var lists: [[List]] = [[]]

    /// `ref_pic_list_struct` (§7.3.10)
    public struct List: Equatable, Sendable {
      public var isLongTermInHeader = false
      public var entries: [Entry] = []
      public init() {}
    }

    /// One picture of a list (in `ref_pic_list_struct`, ITU-T H.266 §7.3.10).
    public struct Entry: Equatable, Sendable {
      /// `ilrp_idx`; nil for a picture of the same layer.
      public var layerIndex: UInt32?
      public var isShortTerm = true
      public var deltaPictureOrderCount: UInt32 = 0
      public var isNegative = false
      public var pictureOrderCountLSB: UInt32 = 0
      public init() {}
    }

    public init() {}

    mutating func fields(
      _ f: inout FieldCoder, hasLayers: Bool, lsbBits: Int, usesWeights: Bool
    ) throws(FieldError) {
      try f.flag("sps_long_term_ref_pics_flag", &usesLongTerm)
      if hasLayers {
        try f.flag("sps_inter_layer_prediction_enabled_flag", &usesOtherLayers)
      } else {
        usesOtherLayers = false
      }
      try f.flag("sps_idr_rpl_present_flag", &areInInstantaneousRefresh)
      try f.flag("sps_rpl1_same_as_rpl0_flag", &areListsAlike)
      let context = Context(
        usesLongTerm: usesLongTerm, usesOtherLayers: usesOtherLayers, lsbBits: lsbBits,
        usesWeights: usesWeights)
      try f.list("ref_pic_lists", &lists, exactly: areListsAlike ? 1 : 2, blank: []) {
        (lists, f) throws(FieldError) in
        var count = UInt32(clamping: lists.count)
        try f.ue("sps_num_ref_pic_lists", &count, atMost: 64, "ITU-T H.266 §7.4.3.4")
        try f.list("ref_pic_list_struct", &lists, exactly: Int(count), blank: List()) {
          (list, f) throws(FieldError) in
          try list.fields(&f, context)
        }
      }
    }

    fileprivate struct Context {
      var usesLongTerm, usesOtherLayers: Bool
      var lsbBits: Int
      var usesWeights: Bool
    }
  }
}

extension SequenceParameterSet.References.List {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ context: SequenceParameterSet.References.Context
  ) throws(FieldError) {
    var count = UInt32(clamping: entries.count)
    // MaxDpbSize + 13 (§7.4.11), and MaxDpbSize is at most 16.
    try f.ue("num_ref_entries", &count, atMost: 29, "ITU-T H.266 §7.4.11")
    if context.usesLongTerm && count > 0 { try f.flag("ltrp_in_header_flag", &isLongTermInHeader) }
    let isLongTermInHeader = isLongTermInHeader
    var index = 0
    try f.list("entries", &entries, exactly: Int(count), blank: .init()) {
      (entry, f) throws(FieldError) in
      try entry.fields(
        &f, context, isFirst: index == 0, hasLSB: !isLongTermInHeader)
      index += 1
    }
  }
}

extension SequenceParameterSet.References.Entry {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ context: SequenceParameterSet.References.Context, isFirst: Bool,
    hasLSB: Bool
  ) throws(FieldError) {
    if context.usesOtherLayers {
      try f.presence("inter_layer_ref_pic_flag", of: &layerIndex, blank: 0)
    } else {
      layerIndex = nil
    }
    if var index = layerIndex {
      try f.ue("ilrp_idx", &index)
      layerIndex = index
      return
    }
    if context.usesLongTerm {
      try f.flag("st_ref_pic_flag", &isShortTerm)
    } else {
      isShortTerm = true
    }
    if isShortTerm {
      try f.ue("abs_delta_poc_st", &deltaPictureOrderCount)
      // AbsDeltaPocSt is one more, except for pictures that may be listed twice with other weights.
      if deltaPictureOrderCount > 0 || isFirst || !context.usesWeights {
        try f.flag("strp_entry_sign_flag", &isNegative)
      }
    } else if hasLSB {
      try f.uint(context.lsbBits, "rpls_poc_lsb_lt", &pictureOrderCountLSB)
    }
  }
}
