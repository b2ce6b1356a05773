/// The drawing mode and the balance of media without a header of their own.
public struct BaseMediaInfoBox: BoxBody {
  public static let type: FourCC = "gmin"
  public static let specification = "QuickTime File Format: Base media info atoms"

  public var header = FullBoxHeader()
  public var graphicsMode: UInt16 = 0x40
  public var opcolor: [UInt16] = [0x8000, 0x8000, 0x8000]
  public var balance: Int16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "graphicsmode", &graphicsMode, as: .hex)
    try f.list(16, "opcolor", &opcolor, count: .exactly(3))
    try f.int(16, "balance", &balance, as: .fixed(fraction: 8))
    try f.reserved(16)
  }
}

/// How text media are positioned.
public struct TextMediaInfoBox: BoxBody {
  public static let type: FourCC = "text"
  public static let specification = "QuickTime File Format: Text media"

  public var matrix = TransformationMatrix()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try matrix.fields(&f)
  }
}
