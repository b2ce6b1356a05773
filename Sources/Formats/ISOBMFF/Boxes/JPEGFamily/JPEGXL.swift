/// The level of a JPEG XL codestream: 5 without this box, or 10.
public struct JPEGXLLevelBox: BoxBody {
  public static let type: FourCC = "jxll"
  public static let specification = "ISO/IEC 18181-2 §9"

  public var level: UInt8 = 10

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "level", &level)
  }
}

/// A part of a JPEG XL codestream.
public struct JPEGXLPartialCodestreamBox: BoxBody {
  public static let type: FourCC = "jxlp"
  public static let specification = "ISO/IEC 18181-2 §9"

  public var isLast = false
  /// Counted from 0.
  public var index: UInt32 = 0
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("is_last", &isLast)
    try f.uint(31, "index", &index)
    try f.bytes("codestream", &data, count: .toEnd, of: index == 0 ? .jpegXLPart : nil)
  }
}

/// A box whose payload is compressed with Brotli.
public struct BrotliCompressedBox: BoxBody {
  public static let type: FourCC = "brob"
  public static let specification = "ISO/IEC 18181-2 §9"

  /// The type of the uncompressed box.
  public var boxType: FourCC = "Exif"
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("type", &boxType)
    try f.bytes("data", &data, count: .toEnd)
  }
}

/// The frames of a JPEG XL animation at which decoding can start.
public struct JPEGXLFrameIndexBox: BoxBody {
  public static let type: FourCC = "jxli"
  public static let specification = "ISO/IEC 18181-2 §9"

  public var count = LEB128()
  /// A tick is this many seconds, as a ratio.
  public var tickNumerator: UInt32 = 1
  public var tickDenominator: UInt32 = 1000
  public var frames: [Frame] = []

  /// A frame that can be decoded without those before it.
  public struct Frame: FieldCodable {
    /// Bytes from the start of the indexed frame before.
    public var offset = LEB128()
    /// The number of ticks up to the next indexed frame.
    public var duration = LEB128()
    /// The number of frames up to the next indexed one.
    public var frameCount = LEB128()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.leb128("OFF", &offset)
      try f.leb128("T", &duration)
      try f.leb128("F", &frameCount)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if !f.isDecoding { count.value = UInt32(clamping: frames.count) }
    try f.leb128("NF", &count)
    try f.uint(32, "TNUM", &tickNumerator)
    try f.uint(32, "TDEN", &tickDenominator)
    try f.list("frames", &frames, count: .exactly(Int(count.value)))
  }
}
