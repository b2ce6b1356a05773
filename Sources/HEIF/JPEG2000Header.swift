public import FieldCoding
public import NALUnits

/// The start of a JPEG 2000 codestream, which says what its picture is: SOC and SIZ (ISO/IEC 15444-1
/// §A.5.1).
public struct JPEG2000Header: FieldCodable, Equatable {
  var start: UInt32 = 0xFF4F_FF51
  var length: UInt16 = 0
  var capabilities: UInt16 = 0
  var right: UInt32 = 0, bottom: UInt32 = 0
  var left: UInt32 = 0, top: UInt32 = 0
  var tileWidth: UInt32 = 0, tileHeight: UInt32 = 0
  var firstTileLeft: UInt32 = 0, firstTileTop: UInt32 = 0
  var channels: [Channel] = []

  struct Channel: FieldCodable, Equatable {
    var isSigned = false
    var bitDepthMinus1: UInt8 = 7
    var subWidth: UInt8 = 1
    var subHeight: UInt8 = 1

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("signed", &isSigned)
      try f.uint(7, "Ssiz", &bitDepthMinus1)
      try f.uint(8, "XRsiz", &subWidth)
      try f.uint(8, "YRsiz", &subHeight)
    }
  }

  /// A picture of nothing.
  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "SOC and SIZ", &start, as: .hex)
    try f.uint(16, "Lsiz", &length)
    try f.uint(16, "Rsiz", &capabilities)
    try f.uint(32, "Xsiz", &right)
    try f.uint(32, "Ysiz", &bottom)
    try f.uint(32, "XOsiz", &left)
    try f.uint(32, "YOsiz", &top)
    try f.uint(32, "XTsiz", &tileWidth)
    try f.uint(32, "YTsiz", &tileHeight)
    try f.uint(32, "XTOsiz", &firstTileLeft)
    try f.uint(32, "YTOsiz", &firstTileTop)
    try f.list("components", &channels, count: .bits(16, "Csiz"))
  }

  /// Reads the start of a codestream. Nil if it is none, or makes no sense.
  public init?(codestream bytes: some Collection<UInt8>) {
    // Each of at most 16384 components takes three bytes.
    let prefix = Array(bytes.prefix(42))
    guard prefix.count == 42, prefix.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) else { return nil }
    let count = prefix[40...].reduce(0) { $0 << 8 | Int($1) }
    guard let header = try? JPEG2000Header(decoding: Bytes(Array(bytes.prefix(42 + 3 * count)))),
      header.left < header.right, header.top < header.bottom, header.tileWidth > 0,
      header.tileHeight > 0, header.firstTileLeft <= header.left,
      header.firstTileTop <= header.top, !header.channels.isEmpty,
      header.channels.allSatisfy({ $0.subWidth > 0 && $0.subHeight > 0 })
    else { return nil }
    self = header
  }

  /// The size of the picture.
  public var size: ImagePlan.Size {
    ImagePlan.Size(width: Int(right) - Int(left), height: Int(bottom) - Int(top))
  }

  /// The number of tiles that the picture is cut into.
  public var tileCount: Int {
    let columns = (Int(right) - Int(firstTileLeft) + Int(tileWidth) - 1) / Int(tileWidth)
    let rows = (Int(bottom) - Int(firstTileTop) + Int(tileHeight) - 1) / Int(tileHeight)
    let count = columns.multipliedReportingOverflow(by: rows)
    return count.overflow ? .max : count.partialValue
  }

  /// The number of components.
  public var componentCount: Int { channels.count }

  /// The bits of a sample; nil if components differ in that, or may be negative.
  public var bitDepth: Int? {
    let first = channels[0].bitDepthMinus1
    return channels.allSatisfy { $0.bitDepthMinus1 == first && !$0.isSigned } ? Int(first) + 1 : nil
  }

  /// How chroma is sampled, of one component or three; nil for other numbers, and where luma is
  /// coarser than the picture.
  public var chroma: ChromaFormat? {
    let sampling = channels.map { [$0.subWidth, $0.subHeight] }
    guard sampling[0] == [1, 1] else { return nil }
    if sampling.count == 1 { return .monochrome }
    guard sampling.count == 3, sampling[1] == sampling[2] else { return nil }
    switch sampling[1] {
    case [1, 1]: return .yuv444
    case [2, 1]: return .yuv422
    case [2, 2]: return .yuv420
    default: return nil
    }
  }

  /// Whether the first sample of chroma lies where those of other codings do.
  public var startsEvenly: Bool { left % 2 == 0 && top % 2 == 0 }
}
