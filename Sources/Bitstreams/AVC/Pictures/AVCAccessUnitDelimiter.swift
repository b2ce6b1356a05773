public import FieldCoding
public import NALUnits

/// The start of a picture, with its kinds of slices (`access_unit_delimiter_rbsp`, ITU-T H.264 §7.3.2.4).
public struct AccessUnitDelimiter: NALUnitContent {
  public static let name = "access_unit_delimiter_rbsp"
  public static let types = [NALUnitType.accessUnitDelimiter]

  public var header = NALUnitHeader(.accessUnitDelimiter)
  public var primaryPictureType: UInt8 = 7
  public var trailing = RBSPTrailing()

  /// The names of the values (ITU-T H.264 Table 7-5).
  public static let pictureTypeNames: ValueNames = [
    0: "I", 1: "P, I", 2: "P, B, I", 3: "SI", 4: "SP, SI", 5: "I, SI", 6: "P, I, SP, SI",
    7: "P, B, I, SP, SI",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.uint(
      3, "primary_pic_type", &primaryPictureType, as: .names(AccessUnitDelimiter.pictureTypeNames))
    try trailing.fields(&f)
  }
}
