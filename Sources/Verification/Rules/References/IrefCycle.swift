import ISOBMFF

enum IrefCycle: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.4.1, §8"
  static let sentence = "Following references of one type never leads back to where it started."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    let byType = Dictionary(grouping: file.references, by: { $0.place.type })
    for (_, references) in byType.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var edges: [UInt32: Set<UInt32>] = [:]
      for (_, reference) in references {
        edges[reference.fromItemID, default: []].formUnion(
          reference.toItemIDs.filter { $0 != reference.fromItemID })
      }
      // An item without references is not part of a cycle, and neither is an item that refers only to such items.
      var sources: [UInt32: [UInt32]] = [:]
      for (id, targets) in edges {
        for target in targets { sources[target, default: []].append(id) }
      }
      var open = edges.mapValues(\.count)
      var ends = Set(sources.keys).filter { open[$0, default: 0] == 0 }
      while let end = ends.popFirst() {
        for source in sources[end] ?? [] {
          open[source, default: 0] -= 1
          if open[source] == 0 { ends.insert(source) }
        }
      }
      edges = edges.filter { open[$0.key, default: 0] > 0 }
      guard
        let (place, reference) = references.first(where: { edges[$0.reference.fromItemID] != nil })
      else { continue }
      findings.add(
        at: place,
        "the references of the type '\(place.type)' from \(file.title(of: reference.fromItemID)) form "
          + "a circle, so that they cannot be resolved")
    }
  }
}
