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
    try f.bytes("codestream", &data, count: .toEnd)
  }
}

/// A box whose payload is compressed with Brotli.
public struct BrotliCompressedBox: BoxBody {
  public static let type: FourCC = "brob"
  public static let specification = "ISO/IEC 18181-2 §9"

  /// What the box is when it is not compressed.
  public var boxType: FourCC = "Exif"
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("type", &boxType)
    try f.bytes("data", &data, count: .toEnd)
  }
}
