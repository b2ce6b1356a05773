import ISOBMFF

enum IpmaUnsorted: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 23008-12 §9.3.1"
  static let sentence = "The entries of ipma are sorted by the number of the item."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all(at: "meta", "iprp", "ipma") {
      let ids = place.box[ItemPropertyAssociationBox.self]?.entries.map(\.itemID) ?? []
      guard let index = ids.indices.dropFirst().first(where: { ids[$0] < ids[$0 - 1] }) else {
        continue
      }
      findings.add(
        at: place, field: ["entries[\(index)]"],
        "the properties of item \(ids[index]) come after those of item \(ids[index - 1])")
    }
  }
}
