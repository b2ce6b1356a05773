import HEIF
import ISOBMFF

/// The uses of items in their file, as text that items of the same use share.
struct ItemRoles {
  private let file: HEIFFile
  private let tiles: Set<UInt32>
  private let auxiliary: [UInt32: String]
  private let thumbnails: Set<UInt32>

  init(_ file: HEIFFile) {
    self.file = file
    var (tiles, thumbnails) = (Set<UInt32>(), Set<UInt32>())
    var auxiliary: [UInt32: String] = [:]
    for reference in file.references {
      switch reference.type {
      case "dimg": tiles.formUnion(reference.to)
      case "thmb": thumbnails.insert(reference.from)
      case "auxl":
        let urn = file.item(reference.from)?.property(AuxiliaryTypeProperty.self)?.auxType.string
        auxiliary[reference.from] = AuxiliaryKind(urn: urn ?? "").title
      default: break
      }
    }
    // The tiles of an auxiliary image or a thumbnail are that, too.
    for reference in file.references where reference.type == "dimg" {
      if let kind = auxiliary[reference.from] {
        for id in reference.to where auxiliary[id] == nil { auxiliary[id] = kind }
      }
      if thumbnails.contains(reference.from) { thumbnails.formUnion(reference.to) }
    }
    (self.tiles, self.thumbnails, self.auxiliary) = (tiles, thumbnails, auxiliary)
  }

  /// The use of an item: "tiles and inputs", "thumbnails", "HDR gain map", "Exif metadata".
  func title(of item: Item) -> String {
    if thumbnails.contains(item.id) { return "thumbnails" }
    if let kind = auxiliary[item.id] { return kind }
    if item.id == file.primaryItemID { return "the image" }
    if tiles.contains(item.id) { return "tiles and inputs" }
    return ItemType.title(item.type) ?? "items '\(item.type)'"
  }
}
