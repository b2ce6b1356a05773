public import FieldCoding

/// A HEIC or AVIF file to write.
public struct HEIFPictureFile: Sendable {
  public enum Codec: Sendable { case hevc, av1 }

  public var codec: Codec
  /// 0 to 100, in the measure of the encoder.
  public var quality = 55
  /// Bits of a sample, 8 or 10; nil for 8, or 10 if the image has more.
  public var bitDepth: Int?
  /// Whether colours are multiplied by their alpha already.
  public var isPremultiplied = false
  /// A TIFF structure.
  public var exif = Bytes()
  /// An XMP packet.
  public var xmp = Bytes()
  public var iccProfile = Bytes()

  public init(_ codec: Codec) { self.codec = codec }
}
