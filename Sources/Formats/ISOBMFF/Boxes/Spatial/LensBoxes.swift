/// Apple's boxes for stereo and immersive video.
enum SpatialMedia {
  static let specification =
    "QuickTime and ISO Base Media File Formats and Spatial and Immersive Media"
}

/// The parts of one lens.
struct CameraSystemLensBox: BoxContainer {
  static let type: FourCC = "lens"
  static let specification = SpatialMedia.specification

  var header = FullBoxHeader()
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.boxes(&children)
  }
}

/// The kind of a lens, and its view.
struct CameraSystemLensHeaderBox: BoxBody {
  static let type: FourCC = "lnhd"
  static let specification = SpatialMedia.specification

  var header = FullBoxHeader()
  var lensIdentifier: UInt32 = 0
  /// `prim`: with parameters.
  var lensAlgorithmKind: FourCC = "prim"
  /// `colr`: colours.
  var lensDomain: FourCC = "colr"
  /// `left`, `rght`, `mono`.
  var lensRole: FourCC = "mono"

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "lens_identifier", &lensIdentifier)
    try f.fourCC("lens_algorithm_kind", &lensAlgorithmKind)
    try f.fourCC("lens_domain", &lensDomain)
    try f.fourCC("lens_role", &lensRole)
  }
}

/// The size of the picture that the numbers of a lens are for.
struct CameraSystemLensReferenceDimensionsBox: BoxBody {
  static let type: FourCC = "rdim"
  static let specification = SpatialMedia.specification

  var header = FullBoxHeader()
  /// Pixels.
  var referenceWidth: UInt32 = 0
  var referenceHeight: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "reference_width", &referenceWidth)
    try f.uint(32, "reference_height", &referenceHeight)
  }
}

/// The focal length and the centre of a lens.
struct CameraSystemLensIntrinsicsBox: BoxBody {
  static let type: FourCC = "lnin"
  static let specification = SpatialMedia.specification

  /// Flags: 1 the lens is not the same in both directions, 2 there is an offset of the projection.
  var header = FullBoxHeader()
  /// The numbers are divided by 2 to the power of this.
  var denominatorShiftOperand: Int16 = 0
  var skewDenominatorShiftOperand: Int16 = 0
  var focalLengthX: Int32 = 0
  var principalPointX: Int32 = 0
  var principalPointY: Int32 = 0
  var focalLengthY: Int32 = 0
  var skewFactor: Int32 = 0
  /// The bits of an IEEE 754 number.
  var projectionOffset: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.int(16, "denominator_shift_operand", &denominatorShiftOperand)
    try f.int(16, "skew_denominator_shift_operand", &skewDenominatorShiftOperand)
    try f.int(32, "focal_length_x", &focalLengthX)
    try f.int(32, "principal_point_x", &principalPointX)
    try f.int(32, "principal_point_y", &principalPointY)
    if header.has(0x1) {
      try f.int(32, "focal_length_y", &focalLengthY)
      try f.int(32, "skew_factor", &skewFactor)
    }
    if header.has(0x2) { try f.uint(32, "projection_offset", &projectionOffset, as: .float) }
  }
}

/// The distortion of a lens. All numbers are the bits of IEEE 754 numbers.
struct CameraSystemLensDistortionsBox: BoxBody {
  static let type: FourCC = "ldst"
  static let specification = SpatialMedia.specification

  /// Flags: 1 there is a limit.
  var header = FullBoxHeader()
  /// Along the radius.
  var k1: UInt32 = 0
  var k2: UInt32 = 0
  /// Across it.
  var p1: UInt32 = 0
  var p2: UInt32 = 0
  var calibrationLimitRadialAngle: UInt32?

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "k1", &k1, as: .float)
    try f.uint(32, "k2", &k2, as: .float)
    try f.uint(32, "p1", &p1, as: .float)
    try f.uint(32, "p2", &p2, as: .float)
    try f.uint(
      32, "calibration_limit_radial_angle", &calibrationLimitRadialAngle, if: header.has(0x1),
      as: .float)
  }
}

/// Polynomials for the adjustment of a lens's picture. All numbers are the bits of IEEE 754 numbers.
struct CameraSystemLensFrameAdjustmentBox: BoxBody {
  static let type: FourCC = "lfad"
  static let specification = SpatialMedia.specification

  var header = FullBoxHeader()
  var polynomialParametersX: [UInt32] = [0, 0, 0]
  var polynomialParametersY: [UInt32] = [0, 0, 0]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(
      32, "polynomialParametersX", &polynomialParametersX, count: .exactly(3), as: .float)
    try f.list(
      32, "polynomialParametersY", &polynomialParametersY, count: .exactly(3), as: .float)
  }
}

/// The origin of the coordinates of the cameras.
struct CameraSystemOriginSourceBox: BoxBody {
  static let type: FourCC = "corg"
  static let specification = SpatialMedia.specification

  var header = FullBoxHeader()
  /// `blin`: in the middle between the lenses.
  var sourceOfOrigin: FourCC = "blin"

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("source_of_origin", &sourceOfOrigin)
  }
}

/// A rotation: the imaginary parts of a quaternion of length 1.
struct CameraSystemUnitQuaternionTransformBox: BoxBody {
  static let type: FourCC = "uqua"
  static let specification = SpatialMedia.specification

  var header = FullBoxHeader()
  /// The bits of IEEE 754 numbers.
  var xyz: [UInt32] = [0, 0, 0]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list(32, "xyz", &xyz, count: .exactly(3), as: .float)
  }
}
