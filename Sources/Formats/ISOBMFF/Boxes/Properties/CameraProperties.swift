/// The mapping of directions to the picture by the camera. Numbers are fractions of the picture's size; bits 8 to 12 of
/// the flags give the denominator as a power of two.
struct CameraIntrinsicMatrixProperty: BoxBody {
  static let type: FourCC = "cmin"
  static let specification = "ISO/IEC 23008-12 §6.5.32"

  /// Bit 0 of the flags: the vertical focal length and the skew follow.
  var header = FullBoxHeader()
  var focalLengthX: Int32 = 0
  var principalPointX: Int32 = 0
  var principalPointY: Int32 = 0
  var focalLengthY: Int32 = 0
  var skewFactor: Int32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.int(32, "focal_length_x", &focalLengthX)
    try f.int(32, "principal_point_x", &principalPointX)
    try f.int(32, "principal_point_y", &principalPointY)
    if header.flags & 1 != 0 {
      try f.int(32, "focal_length_y", &focalLengthY)
      try f.int(32, "skew_factor", &skewFactor)
    }
  }
}

/// The position and the orientation of the camera.
struct CameraExtrinsicMatrixProperty: BoxBody {
  static let type: FourCC = "cmex"
  static let specification = "ISO/IEC 23008-12 §6.5.33"

  /// Bits of the flags state which fields exist: 0 to 2 the position, 3 the orientation (with 32 bits if bit 4 is set),
  /// 5 the coordinate system.
  var header = FullBoxHeader()
  /// The position on the x axis, in micrometres.
  var positionX: Int32 = 0
  var positionY: Int32 = 0
  var positionZ: Int32 = 0
  /// The x component of a unit quaternion, in steps of 2⁻¹⁴ or 2⁻³⁰.
  var quaternionX: Int32 = 0
  var quaternionY: Int32 = 0
  var quaternionZ: Int32 = 0
  var worldCoordinateSystemID: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    let flags = header.flags
    if flags & 1 != 0 { try f.int(32, "pos_x", &positionX) }
    if flags & 2 != 0 { try f.int(32, "pos_y", &positionY) }
    if flags & 4 != 0 { try f.int(32, "pos_z", &positionZ) }
    if flags & 8 != 0 {
      let bits = flags & 16 != 0 ? 32 : 16
      try f.int(bits, "quat_x", &quaternionX)
      try f.int(bits, "quat_y", &quaternionY)
      try f.int(bits, "quat_z", &quaternionZ)
    }
    if flags & 32 != 0 { try f.uint(32, "world_coordinate_system_id", &worldCoordinateSystemID) }
  }
}

/// The shift of the two pictures of a spatial photo for comfort.
struct DisparityAdjustmentProperty: BoxBody {
  static let type: FourCC = "uuid"
  static let specification = "Apple spatial photos"

  /// The shift of the views, in 1/10000 of the picture's width.
  var disparityAdjustment: Int32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "disparity_adjustment", &disparityAdjustment)
  }
}

/// The coordinate reference system for the area of a picture.
///
/// Apache SIS reads the same fields.
struct ModelCoordinateReferenceSystemProperty: BoxBody {
  static let type: FourCC = "mcrs"
  static let specification = "OGC 24-038: Model coordinate reference system"

  /// Flag 1: there is an epoch.
  var header = FullBoxHeader()
  var encoding: FourCC = "wkt2"
  /// The coordinate system in the notation that ``encoding`` names.
  var system: Text = ""
  /// The bits of a year with a fraction, as an IEEE 754 number; nil if there is none.
  var epoch: UInt32?

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("crsEncoding", &encoding)
    try f.text("crs", &system)
    try f.uint(32, "epoch", &epoch, if: header.has(0x1), as: .float)
  }
}

/// The mapping of samples of a picture to coordinates: the rows of an affine matrix, without the last one.
///
/// Apache SIS and eofff read the same fields.
struct ModelTransformationProperty: BoxBody {
  static let type: FourCC = "mtxf"
  static let specification = "OGC 24-038: Model transformation"

  /// Flag 1: two dimensions, otherwise three.
  var header = FullBoxHeader(flags: 1)
  /// The bits of IEEE 754 numbers, row by row.
  var coefficients: [UInt64] = [0, 0, 0, 0, 0, 0]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(
      64, "coefficients", &coefficients, count: .exactly(header.has(0x1) ? 6 : 12), as: .float)
  }
}

/// Samples of a picture with known coordinates.
///
/// Apache SIS reads the same fields.
struct ModelTiePointProperty: BoxBody {
  static let type: FourCC = "tiep"
  static let specification = "OGC 24-038: Model tie-point"

  /// Flag 1: two dimensions, otherwise three.
  var header = FullBoxHeader(flags: 1)
  var points = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    let isFlat = header.has(0x1)
    let samples = isFlat ? ["i", "j"] : ["i", "j", "k"]
    let coordinates = isFlat ? ["x", "y"] : ["x", "y", "z"]
    try f.table(
      "tie_points", &points, count: .bits(16, "tie_point_count"),
      columns: samples.map { .int(32, $0) } + coordinates.map { .uint(64, $0, as: .float) })
  }
}
