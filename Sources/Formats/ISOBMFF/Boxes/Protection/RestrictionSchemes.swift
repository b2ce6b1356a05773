/// How a picture with two views is put together.
public struct StereoVideoBox: BoxContainer {
  public static let type: FourCC = "stvi"
  public static let specification = "ISO/IEC 14496-12 §8.15.4"

  public var header = FullBoxHeader()
  /// The view that may be shown without the other: 0 none, 1 the right view, 2 the left view, 3 either view.
  public var singleViewAllowed: UInt8 = 0
  /// 1: ISO/IEC 14496-10, 2: ISO/IEC 13818-2, 3: ISO/IEC 23000-11.
  public var stereoScheme: UInt32 = 1
  /// The arrangement, in the form of the scheme.
  public var stereoIndicationType = Bytes()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(30)
    try f.uint(2, "single_view_allowed", &singleViewAllowed)
    try f.uint(32, "stereo_scheme", &stereoScheme)
    try f.bytes("stereo_indication_type", &stereoIndicationType, count: .bits(32, "length"))
    try f.boxes(&children)
  }
}
