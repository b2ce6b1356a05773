/// How the picture is projected.
public struct ProjectionInformationBox: BoxBody {
  public static let type: FourCC = "prji"
  public static let specification = SpatialMedia.specification

  public var header = FullBoxHeader()
  /// `rect`, `equi`, `hequ`, `fish`, `prim`.
  public var projectionKind: FourCC = "rect"

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("projection_kind", &projectionKind)
  }
}

/// A projection without parameters: `rect`, `hequ`, `fish`, `prim`.
public struct ProjectionKindBox: BoxBody {
  public static let type: FourCC = "rect"
  public static let specification = SpatialMedia.specification

  public var header = FullBoxHeader()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
  }
}

/// A sphere whose longitudes and latitudes are columns and rows.
public struct EquirectangularProjectionBox: BoxBody {
  public static let type: FourCC = "equi"
  public static let specification = "\(SphericalVideo.specification), \(SpatialMedia.specification)"

  public var header = FullBoxHeader()
  /// The hidden part of each side. Apple's box has none.
  public var bounds: Bounds?

  /// 0.32 of the height and the width of the whole sphere.
  public struct Bounds: FieldCodable {
    public var top: UInt32 = 0
    public var bottom: UInt32 = 0
    public var left: UInt32 = 0
    public var right: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "projection_bounds_top", &top, as: .fixed(fraction: 32))
      try f.uint(32, "projection_bounds_bottom", &bottom, as: .fixed(fraction: 32))
      try f.uint(32, "projection_bounds_left", &left, as: .fixed(fraction: 32))
      try f.uint(32, "projection_bounds_right", &right, as: .fixed(fraction: 32))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    if f.isDecoding { bounds = f.isAtEnd ? nil : Bounds() }
    try bounds?.fields(&f)
  }
}
