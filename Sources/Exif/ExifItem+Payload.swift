extension ExifItem {
  /// The payload of an item for a TIFF structure, as phones write it: `exif_tiff_header_offset`, and
  /// the identifier that it skips.
  public static func payload(of tiff: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(JPEGSegments.exifIdentifier.count)] + JPEGSegments.exifIdentifier + tiff
  }
}
