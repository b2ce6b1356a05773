import HEIF
public import ISOBMFF

/// Where the boxes of items are, and what to call items in a sentence.
extension VerifiedFile {
  /// The `meta` box at the top of the file.
  public var meta: PlacedBox? { all(at: "meta").first }

  /// The first box of a type in `meta`.
  public func metaBox(_ type: FourCC) -> PlacedBox? { all(at: "meta", type).first }

  /// The `infe` box of an item.
  public func entry(of id: UInt32) -> PlacedBox? {
    all(at: "meta", "iinf", "infe").first { $0.box[ItemInfoEntry.self]?.itemID == id }
  }

  /// An item as a person would call it: `tile 5 (item 6)`, `the HDR gain map (item 51)`.
  public func title(of id: UInt32) -> String {
    guard let heif, let item = heif.item(id) else { return "item \(id)" }
    let role =
      heif.primaryItemID == id
      ? "the picture" : role(of: item, in: heif) ?? ItemType.title(item.type).map { "the \($0)" }
    return role.map { "\($0) (item \(id))" } ?? "item \(id)"
  }

  private func role(of item: Item, in heif: HEIFFile) -> String? {
    for reference in heif.references {
      if reference.type == "dimg", let index = reference.to.firstIndex(of: item.id) {
        let whole = heif.item(reference.from)
        guard whole?.type == "grid" else { continue }
        let owner = heif.primaryItemID == reference.from ? "" : " of grid \(reference.from)"
        return "tile \(index + 1) of \(reference.to.count)\(owner)"
      }
      guard reference.from == item.id else { continue }
      switch reference.type {
      case "thmb": return "the thumbnail"
      case "auxl":
        guard let type = item.property(AuxiliaryTypeProperty.self) else {
          return "an auxiliary image"
        }
        return "the \(AuxiliaryKind(urn: type.auxType.string).title)"
      case "cdsc"
      where item.type == "mime" && item.entry.contentType.string == "application/rdf+xml":
        return "the XMP metadata"
      default: continue
      }
    }
    return nil
  }
}
