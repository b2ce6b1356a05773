import HEIF
import ISOBMFF

/// References from images to images.
enum ImageReferences {
  /// Reports references of a type between items that are not pictures. Items of unknown types may be pictures.
  static func report(
    _ file: ExaminedFile, _ findings: inout Findings, of type: FourCC, _ what: String
  ) {
    guard let heif = file.heif else { return }
    for (place, reference) in file.references where place.type == type {
      if let item = heif.item(reference.fromItemID), isMetadata(item) {
        findings.add(
          at: place, field: ["from_item_ID"],
          "item \(item.id) is said to be a \(what), but is of the type '\(item.type)'")
      }
      for (index, id) in reference.toItemIDs.enumerated() {
        guard let item = heif.item(id), isMetadata(item) else { continue }
        findings.add(
          at: place, field: ["to_item_ID[\(index)]"],
          "\(file.title(of: reference.fromItemID)) goes with item \(id), which is of the type "
            + "'\(item.type)', not a picture")
      }
    }
  }

  static func isMetadata(_ item: Item) -> Bool {
    ["Exif", "mime", "uri ", "rgan", "it35"].contains(item.type)
  }
}
