/// The movie of a motion photo, or the further tracks of a movie (`axte`), as an embedded file.
public struct MotionPhotoVideoBox: BoxContainer {
  public static let type: FourCC = "mpvd"
  public static let specification = "Android Motion Photo format 1.0"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.embeddedFile(&children)
  }
}
