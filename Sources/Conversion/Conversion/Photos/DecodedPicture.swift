public import FieldCoding
public import HEIF

/// The samples of a decoded picture: upright, in the size as shown, row by row from the top.
public struct DecodedPicture: Sendable {
  /// The width in samples.
  public let width: Int
  /// The height in samples.
  public let height: Int
  /// The number of samples of a pixel, which are interleaved: 1 for grey, 3 for red, green and blue; 2 and 4 for
  /// the same with alpha, which is not premultiplied.
  public let channels: Int
  /// The bits of each sample, 8 or 16.
  public let bitDepth: Int
  /// The samples: one byte for each, or two bytes in big-endian order.
  public let bytes: Bytes
  /// The colour code points (ITU-T H.273); 2 if they are unknown. If there is an ``iccProfile``, it is more
  /// precise.
  public let colour: CodingIndependentCodePoints
  /// The profile of the colours; empty if there is none.
  public let iccProfile: Bytes

  /// The samples of a pixel, from 0 to 255 or to 65535; nil outside of the image.
  public subscript(x: Int, y: Int) -> [UInt16]? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    let start = (y * width + x) * channels
    return (start..<start + channels).map { index in
      bitDepth == 8
        ? UInt16(bytes[index]) : UInt16(bytes[index * 2]) << 8 | UInt16(bytes[index * 2 + 1])
    }
  }
}
