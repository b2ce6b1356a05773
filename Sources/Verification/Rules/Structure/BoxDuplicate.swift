import ISOBMFF

enum BoxDuplicate: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §6.3"
  static let sentence =
    "A container has a box only as often as its specification allows; see boxwalk catalogue."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    let top = file.walk.filter { $0.container == nil }
    check(top, in: nil, file, &findings)
    for place in BoxPlaceRules.readable(in: file) {
      check(file.children(of: place), in: place, file, &findings)
    }
  }

  private static func check(
    _ children: [ExaminedBox], in place: ExaminedBox?, _ file: ExaminedFile,
    _ findings: inout Findings
  ) {
    for container in BoxPlaceRules.containers(of: place, in: file) {
      for (definition, occurrence) in BoxPlaceRules.definitions(in: container) {
        guard occurrence == .exactlyOne || occurrence == .atMostOne else { continue }
        let found = children.filter { BoxPlaceRules.isSame($0.box, definition) }
        guard found.count > 1 else { continue }
        findings.add(
          at: found[1],
          "there are \(found.count) boxes \(definition.type) (\(definition.title)) "
            + "\(place.map { "in \($0.type)" } ?? "at the top of the file"), where one is allowed: "
            + "programs may use either")
      }
    }
  }
}
