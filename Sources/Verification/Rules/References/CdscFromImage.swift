import HEIF
import ISOBMFF

enum CdscFromImage: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.4.3"
  static let sentence = "A reference of the type cdsc starts at metadata."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (place, reference) in file.references where place.type == "cdsc" {
      guard let item = file.heif?.item(reference.fromItemID), item.isImage else { continue }
      findings.add(
        at: place,
        "\(file.title(of: item.id)) is said to describe item "
          + "\(reference.toItemIDs.map(String.init).joined(separator: ", ")), but is a picture, not "
          + "metadata; perhaps the reference is the wrong way round")
    }
  }
}
