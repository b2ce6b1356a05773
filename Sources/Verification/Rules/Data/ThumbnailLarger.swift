import HEIF
import ISOBMFF

enum ThumbnailLarger: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.4.4"
  static let sentence = "A thumbnail is smaller than the image that it represents."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif else { return }
    for item in file.images {
      guard let size = item.statedSize else { continue }
      for id in heif.targets("thmb", from: item.id) {
        guard let master = heif.item(id)?.statedSize,
          size.area > master.area
        else { continue }
        file.report(
          item, &findings,
          "is \(size.width) × \(size.height), larger than \(file.title(of: id)) of \(master.width) × "
            + "\(master.height)")
      }
    }
  }
}
