/// Data about the movie or the track, in the form of QuickTime or of vendors.
public struct UserDataBox: BoxContainer {
  public static let type: FourCC = "udta"
  public static let specification = "ISO/IEC 14496-12 §8.10.1"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .userData)
  }
}
