/// The size of a JPEG 2000 picture, its tiles and its components: the marker segment SIZ, without its length
/// (ISO/IEC 15444-1 §A.5.1).
public struct JPEG2000ImageSize: FieldCodable, Equatable {
  /// The depth and the subsampling of a component.
  public struct Component: FieldCodable, Equatable {
    /// Whether samples may be negative.
    public var isSigned = false
    /// The bits of a sample, less 1.
    public var bitDepthMinus1: UInt8 = 7
    /// The number of columns of the reference grid for each sample.
    public var horizontalSeparation: UInt8 = 1
    /// The number of rows of the reference grid for each sample.
    public var verticalSeparation: UInt8 = 1

    /// A component with samples of 8 bits at each point of the grid.
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("is_signed", &isSigned)
      try f.uint(7, "bit_depth_minus1", &bitDepthMinus1)
      try f.uint(8, "XRsiz", &horizontalSeparation)
      try f.uint(8, "YRsiz", &verticalSeparation)
    }
  }

  /// The capabilities that a decoder needs.
  public var capabilities: UInt16 = 0
  /// The end of the picture on the reference grid.
  public var right: UInt32 = 0, bottom: UInt32 = 0
  /// The start of the picture on the reference grid.
  public var left: UInt32 = 0, top: UInt32 = 0
  /// The size of a tile on the reference grid.
  public var tileWidth: UInt32 = 0, tileHeight: UInt32 = 0
  /// The start of the first tile on the reference grid.
  public var firstTileLeft: UInt32 = 0, firstTileTop: UInt32 = 0
  /// The components, such as red, green and blue.
  public var components: [Component] = []

  /// An empty picture.
  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "Rsiz", &capabilities, as: .hex)
    try f.uint(32, "Xsiz", &right)
    try f.uint(32, "Ysiz", &bottom)
    try f.uint(32, "XOsiz", &left)
    try f.uint(32, "YOsiz", &top)
    try f.uint(32, "XTsiz", &tileWidth)
    try f.uint(32, "YTsiz", &tileHeight)
    try f.uint(32, "XTOsiz", &firstTileLeft)
    try f.uint(32, "YTOsiz", &firstTileTop)
    try f.list("components", &components, count: .bits(16, "Csiz"))
  }

  /// The stated number of components; 0 if the segment is truncated before it.
  static func componentCount(_ content: Bytes) -> Int {
    content.count >= 36 ? Int(content[34]) << 8 | Int(content[35]) : 0
  }
}
