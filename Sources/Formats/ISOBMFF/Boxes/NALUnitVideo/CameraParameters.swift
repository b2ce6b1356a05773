/// The lens and the sensor of the camera of a view. A number is a mantissa with an exponent (ITU-T H.264 §H.13.1.5).
public struct IntrinsicCameraParametersBox: BoxBody {
  public static let type: FourCC = "icam"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var header = FullBoxHeader()
  public var viewID: UInt16 = 0
  public var focalLengthPrecision: UInt32 = 0
  public var principalPointPrecision: UInt32 = 0
  public var skewFactorPrecision: UInt32 = 0
  /// The focal length by columns and by rows, the principal point by columns and by rows, and the skew factor.
  public var numbers = [ScaledNumber](repeating: ScaledNumber(), count: 5)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...0)
    try f.reserved(6)
    try f.uint(10, "ref_view_id", &viewID)
    try f.uint(32, "prec_focal_length", &focalLengthPrecision)
    try f.uint(32, "prec_principal_point", &principalPointPrecision)
    try f.uint(32, "prec_skew_factor", &skewFactorPrecision)
    try f.list("focal_lengths_principal_point_skew", &numbers, count: .exactly(5))
  }

  /// A number as a mantissa and an exponent.
  public struct ScaledNumber: FieldCodable {
    public var exponent: UInt8 = 0
    public var mantissa: Int64 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "exponent", &exponent)
      try f.int(64, "mantissa", &mantissa)
    }
  }
}

/// The direction and the position of the camera of a view.
public struct ExtrinsicCameraParametersBox: BoxBody {
  public static let type: FourCC = "ecam"
  public static let specification = "ISO/IEC 14496-15 §7"

  public var header = FullBoxHeader()
  public var viewID: UInt16 = 0
  public var rotationPrecision: UInt8 = 0
  public var translationPrecision: UInt8 = 0
  /// For each of three axes: a row of the rotation with three numbers, and the translation.
  public var numbers = [IntrinsicCameraParametersBox.ScaledNumber](
    repeating: IntrinsicCameraParametersBox.ScaledNumber(), count: 12)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...0)
    try f.reserved(6)
    try f.uint(10, "ref_view_id", &viewID)
    try f.uint(8, "prec_rotation_param", &rotationPrecision)
    try f.uint(8, "prec_translation_param", &translationPrecision)
    try f.list("rotations_and_translations", &numbers, count: .exactly(12))
  }
}
