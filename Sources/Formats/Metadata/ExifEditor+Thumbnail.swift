extension ExifEditor {
  /// The structure with a thumbnail at its end (Exif 2.32 §4.5.5, §4.6.2).
  ///
  /// - Parameters:
  ///   - tiff: a structure in which IFD0 is the last directory of its chain.
  ///   - jpeg: a JPEG file without application segments.
  public static func addingThumbnail(
    _ jpeg: [UInt8], to tiff: Bytes
  ) throws(FieldError) -> [UInt8] {
    let file = try TIFFFile(tiff)
    guard let next = file[.ifd0]?.nextOffsetPosition, file[.ifd1] == nil else {
      throw FieldError(.invalid("there is no room for a thumbnail"), offset: tiff.fileOffset)
    }
    var bytes = Array(tiff)
    if bytes.count % 2 == 1 { bytes.append(0) }
    let start = bytes.count
    bytes = try TIFFWriter.directory(
      file.order, after: bytes,
      [
        TIFFField(0x0103, .shorts([6])),
        TIFFField(0x011A, .rationals([TIFFRational(numerator: 72, denominator: 1)])),
        TIFFField(0x011B, .rationals([TIFFRational(numerator: 72, denominator: 1)])),
        TIFFField(0x0128, .shorts([2])),
        TIFFField(0x0201, .offset(of: jpeg)),
        TIFFField(0x0202, .longs([UInt32(clamping: jpeg.count)])),
      ])
    bytes.replace(UInt64(start), at: next, size: 4, file.order)
    return bytes
  }
}
