/// The scaling of pictures to the size of the track. The standard no longer has it.
public struct SampleScaleBox: BoxBody {
  public static let type: FourCC = "stsl"
  public static let specification = "ISO/IEC 14496-12:2005"

  public var header = FullBoxHeader()
  /// Scaling keeps whole pixels.
  public var isConstrained = false
  public var scaleMethod: UInt8 = 1
  /// The distance from the centre to the right.
  public var displayCenterX: Int16 = 0
  public var displayCenterY: Int16 = 0

  static let methods: ValueNames = [
    1: "fill", 2: "hidden", 3: "meet", 4: "slice in x", 5: "slice in y",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(7)
    try f.flag("constraint_flag", &isConstrained)
    try f.uint(8, "scale_method", &scaleMethod, as: .names(Self.methods))
    try f.int(16, "display_center_x", &displayCenterX)
    try f.int(16, "display_center_y", &displayCenterY)
  }
}
