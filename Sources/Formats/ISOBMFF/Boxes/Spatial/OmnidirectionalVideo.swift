/// The packing of the regions of omnidirectional pictures.
struct RegionWisePackingBox: BoxBody {
  static let type: FourCC = "rwpk"
  static let specification = "ISO/IEC 23090-2"

  var header = FullBoxHeader()
  /// Whether the regions apply to each of two views.
  var matchesConstituentPictures = false
  var projectedPictureWidth: UInt32 = 0
  var projectedPictureHeight: UInt32 = 0
  var packedPictureWidth: UInt16 = 0
  var packedPictureHeight: UInt16 = 0
  var regions: [Region] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.flag("constituent_picture_matching_flag", &matchesConstituentPictures)
    try f.reserved(7)
    var count = UInt8(clamping: regions.count)
    try f.uint(8, "num_regions", &count)
    try f.uint(32, "proj_picture_width", &projectedPictureWidth)
    try f.uint(32, "proj_picture_height", &projectedPictureHeight)
    try f.uint(16, "packed_picture_width", &packedPictureWidth)
    try f.uint(16, "packed_picture_height", &packedPictureHeight)
    try f.list("regions", &regions, count: .exactly(Int(count)))
  }

  /// A rectangle of the projected picture, and its position in the packed one.
  struct Region: FieldCodable {
    var projectedWidth: UInt32 = 0
    var projectedHeight: UInt32 = 0
    var projectedTop: UInt32 = 0
    var projectedLeft: UInt32 = 0
    var transformType: UInt8 = 0
    var packedWidth: UInt16 = 0
    var packedHeight: UInt16 = 0
    var packedTop: UInt16 = 0
    var packedLeft: UInt16 = 0
    var guardBand: GuardBand?

    init() {}

    static let transforms: ValueNames = [
      0: "none", 1: "mirrored", 2: "rotated by 180°", 3: "rotated by 180° and mirrored",
      4: "rotated by 90° counter-clockwise and mirrored", 5: "rotated by 90° counter-clockwise",
      6: "rotated by 270° counter-clockwise and mirrored", 7: "rotated by 270° counter-clockwise",
    ]

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var hasGuardBand = guardBand != nil
      var packingType: UInt8 = 0
      try f.reserved(3)
      try f.flag("guard_band_flag", &hasGuardBand)
      try f.uint(4, "packing_type", &packingType, as: .names([0: "rectangular"]))
      guard packingType == 0 else { throw f.error(.invalid("this packing_type is reserved")) }
      try f.uint(32, "proj_reg_width", &projectedWidth)
      try f.uint(32, "proj_reg_height", &projectedHeight)
      try f.uint(32, "proj_reg_top", &projectedTop)
      try f.uint(32, "proj_reg_left", &projectedLeft)
      try f.uint(3, "transform_type", &transformType, as: .names(Self.transforms))
      try f.reserved(5)
      try f.uint(16, "packed_reg_width", &packedWidth)
      try f.uint(16, "packed_reg_height", &packedHeight)
      try f.uint(16, "packed_reg_top", &packedTop)
      try f.uint(16, "packed_reg_left", &packedLeft)
      try f.optional(&guardBand, if: hasGuardBand, or: GuardBand()) {
        (band, f) throws(FieldError) in try band.fields(&f)
      }
    }
  }

  /// The guard bands around a region, which hide seams.
  struct GuardBand: FieldCodable {
    var left: UInt8 = 0
    var right: UInt8 = 0
    var top: UInt8 = 0
    var bottom: UInt8 = 0
    var isNotUsedForPrediction = false
    /// The types of the left, right, top and bottom side.
    var types: [UInt8] = [0, 0, 0, 0]

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "left_gb_width", &left)
      try f.uint(8, "right_gb_width", &right)
      try f.uint(8, "top_gb_height", &top)
      try f.uint(8, "bottom_gb_height", &bottom)
      try f.flag("gb_not_used_for_pred_flag", &isNotUsedForPrediction)
      try f.list(3, "gb_type", &types, count: .exactly(4))
      try f.reserved(3)
    }
  }
}

/// A part of the sphere around a viewer. Angles are in units of 2⁻¹⁶ degrees.
struct SphereRegion: FieldCodable {
  var centreAzimuth: Int32 = 0
  var centreElevation: Int32 = 0
  var centreTilt: Int32 = 0
  var azimuthRange: UInt32 = 0
  var elevationRange: UInt32 = 0
  var interpolates = false

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "centre_azimuth", &centreAzimuth, as: .fixed(fraction: 16))
    try f.int(32, "centre_elevation", &centreElevation, as: .fixed(fraction: 16))
    try f.int(32, "centre_tilt", &centreTilt, as: .fixed(fraction: 16))
    try f.uint(32, "azimuth_range", &azimuthRange, as: .fixed(fraction: 16))
    try f.uint(32, "elevation_range", &elevationRange, as: .fixed(fraction: 16))
    try f.flag("interpolate", &interpolates)
    try f.reserved(7)
  }
}

/// The parts of the sphere that the pictures cover.
struct CoverageInformationBox: BoxBody {
  static let type: FourCC = "covi"
  static let specification = "ISO/IEC 23090-2"

  var header = FullBoxHeader()
  var shapeType: UInt8 = 0
  /// The view of all regions; nil if each states its own.
  var defaultView: UInt8? = 0
  var regions: [Region] = []

  static let shapes: ValueNames = [
    0: "between four great circles", 1: "between azimuth and elevation circles",
  ]
  static let views: ValueNames = [0: "monoscopic", 1: "left", 2: "right", 3: "both"]

  /// A part of the sphere, and the views that show it.
  struct Region: Equatable, Sendable {
    var view: UInt8 = 0
    var region = SphereRegion()
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "coverage_shape_type", &shapeType, as: .names(Self.shapes))
    var count = UInt8(clamping: regions.count)
    try f.uint(8, "num_regions", &count)
    var hasViews = defaultView == nil
    try f.flag("view_idc_presence_flag", &hasViews)
    if hasViews {
      defaultView = nil
      try f.reserved(7)
    } else {
      var view = defaultView ?? 0
      try f.uint(2, "default_view_idc", &view, as: .names(Self.views))
      defaultView = view
      try f.reserved(5)
    }
    try f.list("regions", &regions, count: .exactly(Int(count)), of: Region()) {
      (region, f) throws(FieldError) in
      if hasViews {
        try f.uint(2, "view_idc", &region.view, as: .names(Self.views))
        try f.reserved(6)
      }
      try region.region.fields(&f)
    }
  }
}

/// The rotation of the sphere before projection. Angles are in units of 2⁻¹⁶ degrees.
struct RotationBox: BoxBody {
  static let type: FourCC = "rotn"
  static let specification = "ISO/IEC 23090-2"

  var header = FullBoxHeader()
  var yaw: Int32 = 0
  var pitch: Int32 = 0
  var roll: Int32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.int(32, "rotation_yaw", &yaw, as: .fixed(fraction: 16))
    try f.int(32, "rotation_pitch", &pitch, as: .fixed(fraction: 16))
    try f.int(32, "rotation_roll", &roll, as: .fixed(fraction: 16))
  }
}

/// The meaning of the samples of a timed metadata track about parts of the sphere.
struct SphereRegionConfigBox: BoxBody {
  static let type: FourCC = "rosc"
  static let specification = "ISO/IEC 23090-2"

  var header = FullBoxHeader()
  var shapeType: UInt8 = 0
  /// The range in units of 2⁻¹⁶ degrees; nil if samples state it.
  var staticRange: StaticRange?
  var regionCount: UInt8 = 1

  /// The size of all regions.
  struct StaticRange: Equatable, Sendable {
    var azimuth: UInt32 = 0
    var elevation: UInt32 = 0
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "shape_type", &shapeType, as: .names(CoverageInformationBox.shapes))
    try f.reserved(7)
    var isDynamic = staticRange == nil
    try f.flag("dynamic_range_flag", &isDynamic)
    try f.optional(&staticRange, if: !isDynamic, or: StaticRange()) {
      (range, f) throws(FieldError) in
      try f.uint(32, "static_azimuth_range", &range.azimuth, as: .fixed(fraction: 16))
      try f.uint(32, "static_elevation_range", &range.elevation, as: .fixed(fraction: 16))
    }
    try f.uint(8, "num_regions", &regionCount)
  }
}

/// The source of the recommended viewport of a track.
public struct RecommendedViewportInformationBox: BoxBody {
  public static let type: FourCC = "rvif"
  public static let specification = "ISO/IEC 23090-2"

  public var header = FullBoxHeader()
  public var viewportType: UInt8 = 0
  public var viewportDescription: Text = ""

  static let types: ValueNames = [0: "the director's cut", 1: "by measurements of what was viewed"]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "viewport_type", &viewportType, as: .names(Self.types))
    try f.text("viewport_description", &viewportDescription)
  }
}

/// The position of a track's picture in a larger one.
struct SubPictureRegionBox: BoxBody {
  static let type: FourCC = "sprg"
  static let specification = "ISO/IEC 23090-2"

  var header = FullBoxHeader()
  var objectX: UInt16 = 0
  var objectY: UInt16 = 0
  var objectWidth: UInt16 = 0
  var objectHeight: UInt16 = 0
  /// Whether the track is only meant to be shown together with others.
  var isNotAlone = false
  /// Whether the bitstream cannot be merged with those of others.
  var isNotMergeable = false

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "object_x", &objectX)
    try f.uint(16, "object_y", &objectY)
    try f.uint(16, "object_width", &objectWidth)
    try f.uint(16, "object_height", &objectHeight)
    try f.reserved(14)
    try f.flag("track_not_alone_flag", &isNotAlone)
    try f.flag("track_not_mergeable_flag", &isNotMergeable)
  }
}

/// The quality of the picture in parts of the sphere.
struct SphereRegionQualityRankingBox: BoxBody {
  static let type: FourCC = "srqr"
  static let specification = "ISO/IEC 23090-2"

  var header = FullBoxHeader()
  var shapeType: UInt8 = 0
  /// Whether the last region is the rest of the sphere.
  var hasRemainder = false
  /// Whether rankings of different tracks cannot be compared.
  var isLocal = false
  var qualityType: UInt8 = 0
  /// The view of all regions; nil if each states its own.
  var defaultView: UInt8? = 0
  var regions: [Region] = []

  /// A region with its quality.
  struct Region: Equatable, Sendable {
    /// A lower number is a better quality; 0 is undefined.
    var ranking: UInt8 = 0
    var view: UInt8 = 0
    /// The size of the picture before it was scaled.
    var originalWidth: UInt16 = 0
    var originalHeight: UInt16 = 0
    /// Nil for the remainder.
    var region: SphereRegion? = SphereRegion()
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(
      8, "region_definition_type", &shapeType, as: .names(CoverageInformationBox.shapes))
    var count = UInt8(clamping: regions.count)
    try f.uint(8, "num_regions", &count)
    try f.flag("remaining_area_flag", &hasRemainder)
    var hasViews = defaultView == nil
    try f.flag("view_idc_presence_flag", &hasViews)
    try f.flag("quality_ranking_local_flag", &isLocal)
    try f.uint(4, "quality_type", &qualityType, as: .names([1: "by resolution"]))
    try f.reserved(1)
    if hasViews {
      defaultView = nil
    } else {
      var view = defaultView ?? 0
      try f.view("default_view_idc", &view)
      defaultView = view
    }
    let (hasSizes, last) = (qualityType == 1, hasRemainder ? Int(count) - 1 : Int(count))
    var index = 0
    try f.list("regions", &regions, count: .exactly(Int(count)), of: Region()) {
      (region, f) throws(FieldError) in
      try f.uint(8, "quality_ranking", &region.ranking)
      if hasViews { try f.view("view_idc", &region.view) }
      if hasSizes {
        try f.uint(16, "orig_width", &region.originalWidth)
        try f.uint(16, "orig_height", &region.originalHeight)
      }
      try f.optional(&region.region, if: index < last, or: SphereRegion()) {
        (region, f) throws(FieldError) in try region.fields(&f)
      }
      index += 1
    }
  }
}

extension FieldCoder {
  fileprivate mutating func view(
    _ name: StaticString, _ value: inout UInt8
  ) throws(FieldError) {
    try uint(2, name, &value, as: .names(CoverageInformationBox.views))
    try reserved(6)
  }
}

/// The size of the picture whose parts are the tracks of a group.
struct SpatialRelationship2DSourceBox: BoxBody {
  static let type: FourCC = "2dsr"
  static let specification = "ISO/IEC 23090-2"

  var header = FullBoxHeader()
  var totalWidth: UInt32 = 0
  var totalHeight: UInt32 = 0
  var sourceID: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "total_width", &totalWidth)
    try f.uint(32, "total_height", &totalHeight)
    try f.uint(32, "source_id", &sourceID)
  }
}

/// Pictures, texts and others that are shown over video around the viewer.
struct OverlayConfigBox: BoxBody {
  static let type: FourCC = "ovly"
  static let specification = "ISO/IEC 23090-2"

  var header = FullBoxHeader()
  /// The number of bytes of flags of each overlay.
  var flagByteCount: UInt8 = 2
  var overlays: [Overlay] = []

  /// One overlay.
  struct Overlay: Equatable, Sendable {
    var id: UInt16 = 0
    /// Its controls, starting with the first bit.
    var flags = Bytes()
    /// The controls whose flags are set, in their order.
    var controls: [Control] = []

    init() {}
  }

  /// A control for its position and appearance.
  struct Control: FieldCodable, Equatable, Sendable {
    /// Whether a player that does not support the control must not show the overlay.
    var isEssential = false
    var data = Bytes()

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("overlay_control_essential_flag", &isEssential)
      try f.bytes("overlay_control_struct", &data, count: .bits(15, "byte_count"))
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    var count = UInt16(clamping: overlays.count)
    try f.uint(16, "num_overlays", &count)
    try f.uint(8, "num_flag_bytes", &flagByteCount)
    let flagByteCount = Int(flagByteCount)
    try f.list("overlays", &overlays, count: .exactly(Int(count)), of: Overlay()) {
      (overlay, f) throws(FieldError) in
      try f.uint(16, "overlay_id", &overlay.id)
      try f.bytes("overlay_control_flag", &overlay.flags, count: .exactly(flagByteCount))
      let controlCount = overlay.flags.reduce(0) { $0 + $1.nonzeroBitCount }
      try f.list("controls", &overlay.controls, count: .exactly(controlCount))
    }
  }
}
