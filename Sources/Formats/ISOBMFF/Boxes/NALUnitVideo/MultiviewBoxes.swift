/// The groups of views.
struct MultiviewInformationBox: BoxContainer {
  static let type: FourCC = "mvci"
  static let specification = "ISO/IEC 14496-15 §7"

  var header = FullBoxHeader()
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.boxes(&children)
  }
}

/// Views that are shown together.
struct MultiviewGroupBox: BoxContainer {
  static let type: FourCC = "mvcg"
  static let specification = "ISO/IEC 14496-15 §7"

  var header = FullBoxHeader()
  var multiviewGroupID: UInt32 = 0
  var entries: [MultiviewGroupEntryReference] = []
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "multiview_group_id", &multiviewGroupID)
    var count = UInt16(clamping: entries.count)
    try f.uint(16, "num_entries", &count)
    try f.reserved(8)
    try f.list("entries", &entries, count: .exactly(Int(count)))
    try f.boxes(&children)
  }
}

/// A view, or several, by the track or the number.
struct MultiviewGroupEntryReference: FieldCodable {
  /// 0: a track; 1: a tier of a track; 2: an output view; 3: several of them.
  var entryType: UInt8 = 0
  var trackID: UInt32 = 0
  var tierID: UInt16 = 0
  var outputViewID: UInt16 = 0
  var startViewID: UInt16 = 0
  var viewCount: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "entry_type", &entryType)
    if entryType < 2 {
      try f.uint(32, "track_id", &trackID)
    }
    if entryType == 1 {
      try f.uint(16, "tier_id", &tierID)
    }
    if entryType == 2 {
      try f.reserved(6)
      try f.uint(10, "output_view_id", &outputViewID)
    }
    if entryType == 3 {
      try f.reserved(6)
      try f.uint(10, "start_view_id", &startViewID)
      try f.uint(16, "view_count", &viewCount)
    }
  }
}

/// The common properties of groups of views, and their differences.
struct MultiviewGroupRelationBox: BoxContainer {
  static let type: FourCC = "swtc"
  static let specification = "ISO/IEC 14496-15 §7"

  var header = FullBoxHeader()
  var multiviewGroupID: [UInt32] = []
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(32, "multiview_group_id", &multiviewGroupID, count: .bits(32, "num_entries"))
    try f.boxes(&children)
  }
}

/// Attributes that are equal, and attributes that differ.
struct MultiviewRelationAttributeBox: BoxBody {
  static let type: FourCC = "mvra"
  static let specification = "ISO/IEC 14496-15 §7"

  var header = FullBoxHeader()
  var commonAttributes: [CommonAttribute] = []
  var differentiatingAttributes: [FourCC] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(16)
    try f.list("common_attributes", &commonAttributes, count: .bits(16, "num_common_attributes"))
    try f.reserved(16)
    try f.list(
      "differentiating_attribute", &differentiatingAttributes,
      count: .bits(16, "num_differentiating_attributes"))
  }
}

/// An attribute that all have, and its value.
struct CommonAttribute: FieldCodable {
  var attribute: FourCC = "nvws"
  var commonValue: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("common_attribute", &attribute)
    try f.uint(32, "common_value", &commonValue)
  }
}

/// The distances of views.
struct MultiviewSceneInfoBox: BoxBody {
  static let type: FourCC = "vwdi"
  static let specification = "ISO/IEC 14496-15 §7"

  /// The greatest disparity, in units of 1/16 of the picture's width.
  var maxDisparity: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "max_disparity", &maxDisparity)
  }
}

/// The views of a track, and the views to which they refer.
struct ViewIdentifierBox: BoxBody {
  static let type: FourCC = "vwid"
  static let specification = "ISO/IEC 14496-15 §7"

  var header = FullBoxHeader()
  var minTemporalID: UInt8 = 0
  var maxTemporalID: UInt8 = 0
  var views: [ViewIdentifier] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(2)
    try f.uint(3, "min_temporal_id", &minTemporalID)
    try f.uint(3, "max_temporal_id", &maxTemporalID)
    try f.list("views", &views, count: .bits(16, "num_views"))
  }
}

/// A view.
struct ViewIdentifier: FieldCodable {
  var viewID: UInt16 = 0
  var viewOrderIndex: UInt16 = 0
  var textureInStream = false
  var textureInTrack = false
  var depthInStream = false
  var depthInTrack = false
  var baseViewType: UInt8 = 0
  var referenceViews: [ReferenceView] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(6)
    try f.uint(10, "view_id", &viewID)
    try f.reserved(6)
    try f.uint(10, "view_order_index", &viewOrderIndex)
    try f.flag("texture_in_stream", &textureInStream)
    try f.flag("texture_in_track", &textureInTrack)
    try f.flag("depth_in_stream", &depthInStream)
    try f.flag("depth_in_track", &depthInTrack)
    try f.uint(2, "base_view_type", &baseViewType)
    try f.list("reference_views", &referenceViews, count: .bits(10, "num_ref_views"))
  }
}

/// A view to which a view refers.
struct ReferenceView: FieldCodable {
  var dependentComponentIDC: UInt8 = 0
  var refViewID: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(4)
    try f.uint(2, "dependent_component_idc", &dependentComponentIDC)
    try f.uint(10, "ref_view_id", &refViewID)
  }
}

/// The methods by which `priority_id` was assigned to views.
struct MVCViewPriorityAssignmentBox: BoxBody {
  static let type: FourCC = "mvcP"
  static let specification = "ISO/IEC 14496-15 §7"

  var priorityAssignmentURI: [PriorityAssignmentURI] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("PriorityAssignmentURI", &priorityAssignmentURI, count: .bits(8, "method_count"))
  }
}

/// The SEI NAL unit that lists the views.
struct ViewScalabilityInformationSEIBox: BoxBody {
  static let type: FourCC = "vsib"
  static let specification = "ISO/IEC 14496-15 §7"

  var mvcscalinfosei = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("mvcscalinfosei", &mvcscalinfosei, count: .toEnd)
  }
}

/// The SEI NAL unit that lists the views with depth.
struct MVDScalabilityInformationSEIBox: BoxBody {
  static let type: FourCC = "3sib"
  static let specification = "ISO/IEC 14496-15 §7"

  var mvdscalinfosei = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.bytes("mvdscalinfosei", &mvdscalinfosei, count: .toEnd)
  }
}

/// How important each view is.
struct ViewPriorityBox: BoxBody {
  static let type: FourCC = "vipr"
  static let specification = "ISO/IEC 14496-15 §7"

  var views: [ViewPriority] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("views", &views, count: .toEnd)
  }
}

/// How important a view is: 0 is the most.
struct ViewPriority: FieldCodable {
  var viewID: UInt16 = 0
  var contentPriorityID: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(6)
    try f.uint(10, "view_id", &viewID)
    try f.uint(32, "content_priority_id", &contentPriorityID)
  }
}

/// The size of depth pictures, and their position relative to texture pictures.
struct MVDDepthResolutionBox: BoxBody {
  static let type: FourCC = "3dpr"
  static let specification = "ISO/IEC 14496-15 §7"

  var depthWidth: UInt16 = 0
  var depthHeight: UInt16 = 0
  var grid: DepthGrid?

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "depth_width", &depthWidth)
    try f.uint(16, "depth_height", &depthHeight)
    if f.isDecoding { grid = f.isAtEnd ? nil : DepthGrid() }
    try grid?.fields(&f)
  }
}

/// The position of depth samples relative to texture samples.
struct DepthGrid: FieldCodable {
  var depthHorMultMinus1: UInt16 = 0
  var depthVerMultMinus1: UInt16 = 0
  var depthHorRsh: UInt8 = 0
  var depthVerRsh: UInt8 = 0
  var views: [DepthGridPosition] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "depth_hor_mult_minus1", &depthHorMultMinus1)
    try f.uint(16, "depth_ver_mult_minus1", &depthVerMultMinus1)
    try f.uint(4, "depth_hor_rsh", &depthHorRsh)
    try f.uint(4, "depth_ver_rsh", &depthVerRsh)
    try f.list("views", &views, count: .bits(16, "grid_pos_num_views"))
  }
}

/// The offset of a view's depth.
struct DepthGridPosition: FieldCodable {
  var gridPosViewID: UInt16 = 0
  var gridPosX: Int16 = 0
  var gridPosY: Int16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(6)
    try f.uint(10, "grid_pos_view_id", &gridPosViewID)
    try f.int(16, "grid_pos_x", &gridPosX)
    try f.int(16, "grid_pos_y", &gridPosY)
  }
}

/// The lens and the sensor of the camera of a view. A number is a mantissa with an exponent (ITU-T H.264 §H.13.1.5).
struct IntrinsicCameraParametersBox: BoxBody {
  static let type: FourCC = "icam"
  static let specification = "ISO/IEC 14496-15 §7"

  var header = FullBoxHeader()
  var viewID: UInt16 = 0
  var focalLengthPrecision: UInt32 = 0
  var principalPointPrecision: UInt32 = 0
  var skewFactorPrecision: UInt32 = 0
  /// The focal length by columns and by rows, the principal point by columns and by rows, and the skew factor.
  var numbers = [ScaledNumber](repeating: ScaledNumber(), count: 5)

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...0)
    try f.reserved(6)
    try f.uint(10, "ref_view_id", &viewID)
    try f.uint(32, "prec_focal_length", &focalLengthPrecision)
    try f.uint(32, "prec_principal_point", &principalPointPrecision)
    try f.uint(32, "prec_skew_factor", &skewFactorPrecision)
    try f.list("focal_lengths_principal_point_skew", &numbers, count: .exactly(5))
  }

  /// A number as a mantissa and an exponent.
  struct ScaledNumber: FieldCodable {
    var exponent: UInt8 = 0
    var mantissa: Int64 = 0

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "exponent", &exponent)
      try f.int(64, "mantissa", &mantissa)
    }
  }
}

/// The direction and the position of the camera of a view.
struct ExtrinsicCameraParametersBox: BoxBody {
  static let type: FourCC = "ecam"
  static let specification = "ISO/IEC 14496-15 §7"

  var header = FullBoxHeader()
  var viewID: UInt16 = 0
  var rotationPrecision: UInt8 = 0
  var translationPrecision: UInt8 = 0
  /// For each of three axes: a row of the rotation with three numbers, and the translation.
  var numbers = [IntrinsicCameraParametersBox.ScaledNumber](
    repeating: IntrinsicCameraParametersBox.ScaledNumber(), count: 12)

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...0)
    try f.reserved(6)
    try f.uint(10, "ref_view_id", &viewID)
    try f.uint(8, "prec_rotation_param", &rotationPrecision)
    try f.uint(8, "prec_translation_param", &translationPrecision)
    try f.list("rotations_and_translations", &numbers, count: .exactly(12))
  }
}
