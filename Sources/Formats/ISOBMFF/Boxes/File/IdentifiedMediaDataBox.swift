/// Media data to which `imdt` refers by a number instead of an offset in the file.
public struct IdentifiedMediaDataBox: BoxBody {
  public static let type: FourCC = "imda"
  public static let specification = "ISO/IEC 14496-12 §8.1.4"

  public var imdaIdentifier: UInt32 = 0
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "imda_identifier", &imdaIdentifier)
    try f.bytes("data", &data, count: .toEnd)
  }
}
