/// The size of the picture in one aperture mode: `clef` (clean aperture, in display pixels), `prof` (production aperture,
/// in display pixels), `enof` (encoded pixels).
public struct TrackApertureBox: BoxBody {
  public static let type: FourCC = "clef"
  public static let specification = "QuickTime File Format: Track aperture mode dimensions"

  public var header = FullBoxHeader()
  /// 16.16.
  public var width: UInt32 = 0
  public var height: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "width", &width, as: .fixed(fraction: 16))
    try f.uint(32, "height", &height, as: .fixed(fraction: 16))
  }
}
