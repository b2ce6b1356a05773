/// The size of an image item before its transformations.
public struct ImageSpatialExtentsProperty: BoxBody {
  public static let type: FourCC = "ispe"
  public static let specification = "ISO/IEC 23008-12 §6.5.3"

  public var header = FullBoxHeader()
  public var width: UInt32 = 0
  public var height: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "image_width", &width)
    try f.uint(32, "image_height", &height)
  }
}
