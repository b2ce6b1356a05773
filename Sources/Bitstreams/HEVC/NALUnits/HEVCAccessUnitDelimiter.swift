public import NALUnits

/// The start of the NAL units of a picture (`access_unit_delimiter_rbsp`, ITU-T H.265 §7.3.2.5).
public struct AccessUnitDelimiter: NALUnitContent {
  public static let name = "access_unit_delimiter_rbsp"
  public static let types = [NALUnitType.accessUnitDelimiter]

  public var header = NALUnitHeader(.accessUnitDelimiter)
  /// Which slices the picture may have.
  public var pictureType: UInt8 = 2
  public var trailing = RBSPTrailing()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.uint(3, "pic_type", &pictureType, as: .names(AccessUnitDelimiter.pictureTypes))
    try trailing.fields(&f)
  }

  /// The names of the values (ITU-T H.265 Table 7-2).
  public static let pictureTypes: ValueNames = [0: "I", 1: "P, I", 2: "B, P, I"]
}
