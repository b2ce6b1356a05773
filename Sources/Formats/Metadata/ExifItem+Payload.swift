extension ExifItem {
  /// The payload of an item for a TIFF structure, as phones write it: `exif_tiff_header_offset`, and
  /// the identifier that it skips.
  public static func payload(of tiff: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(JPEGSegments.exifIdentifier.count)] + JPEGSegments.exifIdentifier + tiff
  }

  /// The payload, in which `tiff` replaces `old`, its TIFF structure. Bytes around it stay if the length does not change.
  public static func payload(
    of tiff: [UInt8], replacing old: Bytes, in payload: Bytes
  ) -> [UInt8] {
    let start = old.range.lowerBound - payload.range.lowerBound
    guard tiff.count == old.count, start >= 0, start + old.count <= payload.count else {
      return self.payload(of: tiff)
    }
    return payload.prefix(start) + tiff + payload.dropFirst(start + old.count)
  }
}
