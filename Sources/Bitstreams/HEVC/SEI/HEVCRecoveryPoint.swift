public import NALUnits

/// The first picture that is right if decoding starts here (`recovery_point`, ITU-T
/// H.265 §D.2.8).
public struct RecoveryPoint: SEIPayload {
  public static let payloadType: UInt32 = 6
  public static let name = "recovery_point"

  /// The distance of that picture in output order.
  public var pictureOrderCountDistance: Int32 = 0
  public var isExact = false
  public var isBrokenLink = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.se("recovery_poc_cnt", &pictureOrderCountDistance)
    try f.flag("exact_match_flag", &isExact)
    try f.flag("broken_link_flag", &isBrokenLink)
  }
}
