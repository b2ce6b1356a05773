/// The field of view from left to right.
public struct HorizontalFieldOfViewBox: BoxBody {
  public static let type: FourCC = "hfov"
  public static let specification = SpatialMedia.specification

  /// The horizontal field of view, in thousandths of a degree.
  public var fieldOfView: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "horizontal_field_of_view", &fieldOfView)
  }
}

/// The views of a stereo video.
public struct StereoViewInformationBox: BoxBody {
  public static let type: FourCC = "stri"
  public static let specification = SpatialMedia.specification

  public var header = FullBoxHeader()
  public var areEyeViewsReversed = false
  public var hasAdditionalViews = false
  public var hasRightEyeView = true
  public var hasLeftEyeView = true

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(4)
    try f.flag("eye_views_reversed", &areEyeViewsReversed)
    try f.flag("has_additional_views", &hasAdditionalViews)
    try f.flag("has_right_eye_view", &hasRightEyeView)
    try f.flag("has_left_eye_view", &hasLeftEyeView)
  }
}

/// The eye whose view is shown if only one view is shown.
public struct HeroStereoEyeBox: BoxBody {
  public static let type: FourCC = "hero"
  public static let specification = SpatialMedia.specification

  public var header = FullBoxHeader()
  public var heroEye: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(
      8, "hero_eye_indicator", &heroEye, as: .names([0: "none", 1: "left", 2: "right"]))
  }
}

/// The distance of the cameras.
public struct StereoBaselineBox: BoxBody {
  public static let type: FourCC = "blin"
  public static let specification = SpatialMedia.specification

  public var header = FullBoxHeader()
  /// The distance of the cameras in micrometres.
  public var baseline: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "baseline_value", &baseline)
  }
}

/// The shift between the views.
public struct StereoDisparityAdjustmentBox: BoxBody {
  public static let type: FourCC = "dadj"
  public static let specification = SpatialMedia.specification

  public var header = FullBoxHeader()
  /// The shift of the views, in ten-thousandths of the width.
  public var disparityAdjustment: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.int(32, "disparity_adjustment", &disparityAdjustment)
  }
}

/// The boxes beside this one that a reader must understand.
struct RequiredBoxTypesBox: BoxBody {
  static let type: FourCC = "must"
  static let specification = SpatialMedia.specification

  var header = FullBoxHeader()
  var requiredTypes: [FourCC] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("required_box_types", &requiredTypes, count: .toEnd)
  }
}

/// How the views are packed into one picture.
public struct ViewPackingInformationBox: BoxBody {
  public static let type: FourCC = "pkin"
  public static let specification = SpatialMedia.specification

  public var header = FullBoxHeader()
  /// `side`: side by side; `over`: one above the other.
  public var viewPackingKind: FourCC = "side"

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("view_packing_kind", &viewPackingKind)
  }
}
