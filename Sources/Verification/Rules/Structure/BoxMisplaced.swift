import ISOBMFF

enum BoxMisplaced: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §6.3"
  static let sentence =
    "A box is in a container that its specification names; see boxwalk catalogue."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.walk {
      guard let definition = place.box.definition(), !definition.places.isEmpty else { continue }
      let container = file.container(of: place)
      let containers = BoxPlaceRules.containers(of: container, in: file)
      let isAllowed = definition.places.contains { allowed in
        allowed.containers.contains { containers.contains($0) }
      }
      if isAllowed { continue }
      let usual = definition.places.flatMap(\.containers).map(\.description)
      findings.add(
        at: place,
        "\(place.type) (\(definition.title)) is \(container.map { "in \($0.type)" } ?? "at the top"), "
          + "but belongs in \(usual.joined(separator: ", "))")
    }
  }
}
