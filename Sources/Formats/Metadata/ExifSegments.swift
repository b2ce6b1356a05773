/// Exif as JPEG files hold it (Exif 2.32 §4.7.2).
public enum ExifSegments {
  /// A segment has 65,535 bytes with its length.
  static let limit = 65_533 - JPEGSegments.exifIdentifier.count

  /// The payloads of the APP1 segments for a TIFF structure.
  ///
  /// The standard has only one segment. A longer structure continues in further segments with the same identifier, as
  /// ExifTool and others write and read it. Readers that support only the first segment find the directories, which are
  /// at the start.
  public static func payloads(of tiff: some Collection<UInt8>) -> [[UInt8]] {
    var rest = Array(tiff)[...]
    var payloads: [[UInt8]] = []
    repeat {
      var size = min(rest.count, limit)
      // A segment that starts like a TIFF structure would be mistaken for another one.
      while size > 1, size < rest.count,
        TIFFFile.byteOrder(Bytes(rest.dropFirst(size).prefix(4))) != nil
      { size -= 1 }
      payloads.append(JPEGSegments.exifIdentifier + rest.prefix(size))
      rest = rest.dropFirst(size)
    } while !rest.isEmpty
    return payloads
  }
}
