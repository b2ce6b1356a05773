public import FieldCoding

/// A PNG file to write.
public struct PNGFile: Sendable {
  /// Bits of a sample, 8 or 16; nil for 8, or 16 if the picture has more than 8.
  public var bitDepth: Int?
  /// A TIFF structure.
  public var exif = Bytes()
  /// An XMP packet.
  public var xmp = Bytes()
  public var iccProfile = Bytes()

  public init() {}
}

/// Rows of samples as PNG has them.
struct PNGRows {
  var width: Int
  var height: Int
  /// 1: gray. 3: red, green, blue. 2 and 4: the same with opacity.
  var channels: Int
  /// 8 or 16; 16 are big-endian.
  var bitDepth: Int
  var bytes: [UInt8]
}
