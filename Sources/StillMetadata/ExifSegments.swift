/// Exif as JPEG files hold it (Exif 2.32 §4.7.2).
public enum ExifSegments {
  /// A segment has 65,535 bytes with its length.
  static let limit = 65_533 - JPEGSegments.exifIdentifier.count

  /// The payloads of the APP1 segments that hold a TIFF structure.
  ///
  /// The standard ends with one segment. What is longer goes on in further ones with the same
  /// identifier, as ExifTool and others write and read it; readers that know the first alone find
  /// the directories, which stand at the start.
  public static func payloads(of tiff: some Collection<UInt8>) -> [[UInt8]] {
    var rest = Array(tiff)[...]
    var payloads: [[UInt8]] = []
    repeat {
      var size = min(rest.count, limit)
      // A segment that starts as a TIFF structure does would be taken for another one.
      while size > 1, size < rest.count,
        TIFFFile.byteOrder(Bytes(rest.dropFirst(size).prefix(4))) != nil
      { size -= 1 }
      payloads.append(JPEGSegments.exifIdentifier + rest.prefix(size))
      rest = rest.dropFirst(size)
    } while !rest.isEmpty
    return payloads
  }
}
