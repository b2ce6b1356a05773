/// How video is drawn.
public struct VideoMediaHeaderBox: BoxBody {
  public static let type: FourCC = "vmhd"
  public static let specification = "ISO/IEC 14496-12 §12.1.2"

  public var header = FullBoxHeader(flags: 1)
  public var graphicsMode: UInt16 = 0
  /// Red, green, blue.
  public var opcolor: [UInt16] = [0, 0, 0]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "graphicsmode", &graphicsMode)
    try f.list(16, "opcolor", &opcolor, count: .exactly(3))
  }
}

/// How audio is balanced.
public struct SoundMediaHeaderBox: BoxBody {
  public static let type: FourCC = "smhd"
  public static let specification = "ISO/IEC 14496-12 §12.2.2"

  public var header = FullBoxHeader()
  /// 8.8: −1 is full left, 1 is full right.
  public var balance: Int16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.int(16, "balance", &balance, as: .fixed(fraction: 8))
    try f.reserved(16)
  }
}

/// The header of media without a header of their own: timed metadata, timed text.
public struct NullMediaHeaderBox: BoxBody {
  public static let type: FourCC = "nmhd"
  public static let specification = "ISO/IEC 14496-12 §8.4.5.2"

  public var header = FullBoxHeader()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
  }
}

/// The header of hint tracks.
public struct HintMediaHeaderBox: BoxBody {
  public static let type: FourCC = "hmhd"
  public static let specification = "ISO/IEC 14496-12 §12.4.3"

  public var header = FullBoxHeader()
  public var maxPDUSize: UInt16 = 0
  public var avgPDUSize: UInt16 = 0
  public var maxBitrate: UInt32 = 0
  public var avgBitrate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "maxPDUsize", &maxPDUSize)
    try f.uint(16, "avgPDUsize", &avgPDUSize)
    try f.uint(32, "maxbitrate", &maxBitrate)
    try f.uint(32, "avgbitrate", &avgBitrate)
    try f.reserved(32)
  }
}
