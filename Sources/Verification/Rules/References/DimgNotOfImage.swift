import HEIF
import ISOBMFF

enum DimgNotOfImage: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.4.1"
  static let sentence = "The inputs of a derived image are images."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (place, reference) in file.references where place.type == "dimg" {
      for (index, id) in reference.toItemIDs.enumerated() {
        guard let input = file.heif?.item(id), ImageReferences.isMetadata(input) else { continue }
        findings.add(
          at: place, field: ["to_item_ID[\(index)]"],
          "\(file.title(of: reference.fromItemID)) is made of item \(id), which is of the type "
            + "'\(input.type)', not a picture")
      }
    }
  }
}
