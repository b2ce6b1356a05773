import ISOBMFF

enum BoxMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §6.3"
  static let sentence = "A box contains the boxes that are mandatory in it; see boxwalk catalogue."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    if FileTruncated.cutBox(of: file) != nil { return }
    for place in BoxPlaceRules.readable(in: file) {
      let children = place.box.children
      // The boxes of a compressed movie are inside `cmov`.
      if place.type == "moov", children.first("cmov") != nil { continue }
      for container in BoxPlaceRules.containers(of: place, in: file) {
        for definition in BoxPlaceRules.mandatory(in: container)
        where !children.contains(where: { BoxPlaceRules.isSame($0, definition) }) {
          findings.add(
            at: place,
            "\(place.type) has no \(definition.type) (\(definition.title)), which "
              + "\(definition.specification) asks for")
        }
      }
    }
  }
}
