public import FieldCoding
public import HEIF

/// The samples of a picture: upright, as large as it is shown, row by row from the top.
public struct DecodedPicture: Sendable {
  /// The width in samples.
  public let width: Int
  /// The height in samples.
  public let height: Int
  /// Samples of a place, which stand beside each other: 1 for gray, 3 for red, green and blue; 2 and 4
  /// for the same with opacity, by which the others are not multiplied.
  public let channels: Int
  /// The bits of each sample, 8 or 16.
  public let bitDepth: Int
  /// One byte for each sample, or two, of which the first is the more significant one.
  public let bytes: Bytes
  /// What the samples mean, by numbers (ITU-T H.273); 2 where nothing says it. ``iccProfile`` says it
  /// better where there is one.
  public let colour: CodingIndependentCodePoints
  /// The profile of the colours; empty if there is none.
  public let iccProfile: Bytes

  /// The samples of a place, from 0 to 255 or 65535; nil outside of the picture.
  public subscript(x: Int, y: Int) -> [UInt16]? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    let start = (y * width + x) * channels
    return (start..<start + channels).map { index in
      bitDepth == 8
        ? UInt16(bytes[index]) : UInt16(bytes[index * 2]) << 8 | UInt16(bytes[index * 2 + 1])
    }
  }
}
