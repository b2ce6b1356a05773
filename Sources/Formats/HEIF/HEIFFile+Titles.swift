import ISOBMFF

extension HEIFFile {
  /// The title of an item for users: `tile 5 (item 6)`, `the HDR gain map (item 51)`.
  public func title(of id: UInt32) -> String {
    guard let item = item(id) else { return "item \(id)" }
    let role =
      primaryItemID == id
      ? "the picture" : role(of: item) ?? ItemType.title(item.type).map { "the \($0)" }
    return role.map { "\($0) (item \(id))" } ?? "item \(id)"
  }

  private func role(of item: Item) -> String? {
    for reference in references(from: item.id) + references(to: item.id) {
      if reference.type == "dimg", let index = reference.to.firstIndex(of: item.id) {
        guard self.item(reference.from)?.type == "grid" else { continue }
        let owner = primaryItemID == reference.from ? "" : " of grid \(reference.from)"
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
