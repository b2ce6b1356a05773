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

extension PNGFile {
  /// The same with XMP that a text chunk can hold, which ends at a zero (PNG specification
  /// §11.3.3.4). Some writers have one at the end.
  func withPlainText(_ lost: inout [String]) -> PNGFile {
    var file = self
    let text = Array(xmp)[..<((xmp.lastIndex { $0 != 0 } ?? -1) + 1)]
    file.xmp = Bytes(Array(text))
    if text.contains(0) {
      file.xmp = Bytes()
      lost.append("the XMP metadata is lost: it has zeros in it, which a PNG file cannot hold")
    }
    return file
  }
}
