import HEIF
import StillMetadata

enum ExifOffsetWrong: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §A.2.1"
  static let sentence =
    "The first four bytes of an Exif item say how many bytes to skip to the TIFF header."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (item, data) in file.exifItems {
      guard let tiff = ExifItem.tiff(in: data) else { continue }
      let skip = data.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let found = tiff.fileOffset - data.fileOffset
      guard 4 + skip != found else { continue }
      file.report(
        item, &findings,
        "says that its TIFF header is at byte \(4 + skip), but it is at byte \(found): programs may not "
          + "read it")
    }
  }
}
