/// Which copy of a segment this is, where players get different copies, so that an unlawful one can be traced.
public struct WatermarkPaceInfoBox: BoxBody {
  public static let type: FourCC = "wmpi"
  public static let specification = "ETSI TS 104 002 §5.5.3.4"

  public var version: UInt8 = 1
  /// 0 is copy A, 1 copy B.
  public var variant: UInt8 = 0
  /// The bit of the pattern that decides which copy a player gets.
  public var position: UInt16 = 0
  /// Whether the segment is the first one for this bit.
  public var isFirstPart = true
  /// Whether the segment is the last one for this bit.
  public var isLastPart = true

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    try f.uint(8, "variant", &variant)
    // These bits are set so that no start code is emulated.
    try f.reserved(1, 1)
    try f.uint(15, "position", &position)
    try f.reserved(1, 1)
    try f.flag("firstpart", &isFirstPart)
    try f.flag("lastpart", &isLastPart)
    try f.reserved(5)
  }
}
