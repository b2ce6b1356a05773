import HEIF
public import ISOBMFF
import Metadata

extension LiveStillFacts {
  /// The facts of a JPEG or HEIC photo; none if it has no Exif metadata.
  public init(photo bytes: Bytes) {
    guard let exif = LiveStillFacts.exif(of: bytes) else {
      self.init()
      return
    }
    self.init(ExifSummary(tiff: exif))
  }

  private static func exif(of bytes: Bytes) -> Bytes? {
    if bytes.starts(with: [0xFF, 0xD8]) { return JPEGSegments(bytes).exif }
    guard let photo = HEIFFile(BoxFile(bytes)), let primary = photo.primaryItemID,
      let item = photo.exifItem(of: primary), let payload = try? photo.data(of: item.id)
    else { return nil }
    return ExifItem.tiff(in: payload)
  }
}
