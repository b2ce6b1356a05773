import ISOBMFF

enum ReferenceCycle: Rule {
  static let id = "iref-cycle"
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.4.1, §8"
  static let sentence = "Following references of one type never leads back to where it started."

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    let byType = Dictionary(grouping: file.references, by: { $0.place.type })
    for (_, references) in byType.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var edges: [UInt32: Set<UInt32>] = [:]
      for (_, reference) in references {
        edges[reference.fromItemID, default: []].formUnion(
          reference.toItemIDs.filter { $0 != reference.fromItemID })
      }
      // What leads nowhere is no part of a cycle, nor is what leads only there.
      var shrinks = true
      while shrinks {
        shrinks = false
        for (id, targets) in edges {
          let left = targets.filter { edges[$0] != nil }
          if left.count == targets.count, !left.isEmpty { continue }
          edges[id] = left.isEmpty ? nil : left
          shrinks = true
        }
      }
      guard
        let (place, reference) = references.first(where: { edges[$0.reference.fromItemID] != nil })
      else { continue }
      findings.add(
        at: place,
        "the references of the type '\(place.type)' from \(file.title(of: reference.fromItemID)) lead "
          + "round in a circle, so that it cannot be resolved")
    }
  }
}
