/// The type of an auxiliary image: depth, alpha, a gain map, ...
public struct AuxiliaryTypeProperty: BoxBody {
  public static let type: FourCC = "auxC"
  public static let specification = "ISO/IEC 23008-12 §6.5.8"

  public var header = FullBoxHeader()
  /// A URN.
  public var auxType: Text = ""
  /// Defined by the type; for HEVC depth the length of SEI messages, and these.
  public var auxSubtype = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("aux_type", &auxType)
    try f.bytes("aux_subtype", &auxSubtype, count: .toEnd)
  }
}
