import HEIF
import ISOBMFF
import StillMetadata

enum JPEGItemInvalid: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §H.2"
  static let sentence = "The data of an item of the type jpeg is a JPEG picture."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif else { return }
    for item in heif.items where item.type == "jpeg" {
      // Tables may be in jpgC, with the start of the picture.
      guard !item.properties.contains(where: { $0.box.type == "jpgC" }),
        let data = try? heif.data(of: item.id), !data.prefix(3).elementsEqual([0xFF, 0xD8, 0xFF])
      else { continue }
      file.report(item, &findings, "does not start like a JPEG picture")
    }
  }
}
