/// How long the lengths of NAL units are.
public struct VvcNALUConfigBox: BoxBody {
  public static let type: FourCC = "vvnC"
  public static let specification = "ISO/IEC 14496-15 §11"

  public var header = FullBoxHeader()
  public var lengthSizeMinusOne: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(6)
    try f.uint(2, "LengthSizeMinusOne", &lengthSizeMinusOne)
  }
}
