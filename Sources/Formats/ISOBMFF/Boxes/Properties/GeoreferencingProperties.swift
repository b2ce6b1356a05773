/// The coordinate reference system for the area of a picture.
///
/// Apache SIS reads the same fields.
public struct ModelCoordinateReferenceSystemProperty: BoxBody {
  public static let type: FourCC = "mcrs"
  public static let specification = "OGC 24-038: Model coordinate reference system"

  /// Flag 1: there is an epoch.
  public var header = FullBoxHeader()
  public var encoding: FourCC = "wkt2"
  /// The coordinate system in the notation that ``encoding`` names.
  public var system: Text = ""
  /// The bits of a year with a fraction, as an IEEE 754 number; nil if there is none.
  public var epoch: UInt32?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("crsEncoding", &encoding)
    try f.text("crs", &system)
    try f.uint(32, "epoch", &epoch, if: header.has(0x1), as: .float)
  }
}

/// The mapping of samples of a picture to coordinates: the rows of an affine matrix, without the last one.
///
/// Apache SIS and eofff read the same fields.
public struct ModelTransformationProperty: BoxBody {
  public static let type: FourCC = "mtxf"
  public static let specification = "OGC 24-038: Model transformation"

  /// Flag 1: two dimensions, otherwise three.
  public var header = FullBoxHeader(flags: 1)
  /// The bits of IEEE 754 numbers, row by row.
  public var coefficients: [UInt64] = [0, 0, 0, 0, 0, 0]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(
      64, "coefficients", &coefficients, count: .exactly(header.has(0x1) ? 6 : 12), as: .float)
  }
}

/// Samples of a picture with known coordinates.
///
/// Apache SIS reads the same fields.
public struct ModelTiePointProperty: BoxBody {
  public static let type: FourCC = "tiep"
  public static let specification = "OGC 24-038: Model tie-point"

  /// Flag 1: two dimensions, otherwise three.
  public var header = FullBoxHeader(flags: 1)
  public var points = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    let isFlat = header.has(0x1)
    let samples = isFlat ? ["i", "j"] : ["i", "j", "k"]
    let coordinates = isFlat ? ["x", "y"] : ["x", "y", "z"]
    try f.table(
      "tie_points", &points, count: .bits(16, "tie_point_count"),
      columns: samples.map { .int(32, $0) } + coordinates.map { .uint(64, $0, as: .float) })
  }
}
