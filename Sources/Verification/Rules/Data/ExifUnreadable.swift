import HEIF
import StillMetadata

enum ExifUnreadable: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §A.2.1"
  static let sentence = "An Exif item has a TIFF structure."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (item, data) in file.exifItems where ExifItem.tiff(in: data) == nil {
      file.report(
        item, &findings, "has no TIFF structure (II* or MM*): its metadata cannot be read")
    }
  }
}
