public import FieldCoding

/// A PNG file to write.
public struct PNGFile: Sendable {
  /// Bits of a sample, 8 or 16; nil for 8, or 16 if the image has more than 8.
  public var bitDepth: Int?
  /// A TIFF structure.
  public var exif = Bytes()
  /// An XMP packet.
  public var xmp = Bytes()
  public var iccProfile = Bytes()

  public init() {}
}
