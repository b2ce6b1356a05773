/// The quality of the picture in parts of the sphere.
public struct SphereRegionQualityRankingBox: BoxBody {
  public static let type: FourCC = "srqr"
  public static let specification = "ISO/IEC 23090-2"

  public var header = FullBoxHeader()
  public var shapeType: UInt8 = 0
  /// Whether the last region is the rest of the sphere.
  public var hasRemainder = false
  /// Whether rankings of different tracks cannot be compared.
  public var isLocal = false
  public var qualityType: UInt8 = 0
  /// The view of all regions; nil if each states its own.
  public var defaultView: UInt8? = 0
  public var regions: [Region] = []

  /// A region with its quality.
  public struct Region: Equatable, Sendable {
    /// A lower number is a better quality; 0 is undefined.
    public var ranking: UInt8 = 0
    public var view: UInt8 = 0
    /// The size of the picture before it was scaled.
    public var originalWidth: UInt16 = 0
    public var originalHeight: UInt16 = 0
    /// Nil for the remainder.
    public var region: SphereRegion? = SphereRegion()
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct SpatialRelationship2DSourceBox: BoxBody {
  public static let type: FourCC = "2dsr"
  public static let specification = "ISO/IEC 23090-2"

  public var header = FullBoxHeader()
  public var totalWidth: UInt32 = 0
  public var totalHeight: UInt32 = 0
  public var sourceID: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "total_width", &totalWidth)
    try f.uint(32, "total_height", &totalHeight)
    try f.uint(32, "source_id", &sourceID)
  }
}
