import ISOBMFF

enum BoxHeaderLost: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §4.2.2"
  static let sentence =
    "A box has a type; zeros in its place are a header that was overwritten, and nothing behind it is read."
  static let concernsReading = true

  /// Boxes in which nothing is filled with zeros.
  private static let full: Set<FourCC> = [
    "moov", "trak", "mdia", "minf", "stbl", "dinf", "edts", "mvex", "moof", "traf", "iprp", "ipco",
  ]

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.walk {
      let container = place.container.map { file.walk[$0].type }
      if place.type.rawValue == 0 {
        let isFull = container.map(full.contains) ?? false
        guard isFull || place.bytes.dropFirst(8).contains(where: { $0 != 0 }) else { continue }
        add(place.bytes, in: place, &findings)
      } else if place.box.isContainer {
        // A size of 0 ends the list of boxes.
        let rest = place.box.trailing
        guard rest.part(0..<8)?.allSatisfy({ $0 == 0 }) == true,
          rest.contains(where: { $0 != 0 }) || full.contains(place.type)
        else { continue }
        add(rest, in: place, &findings)
      }
    }
  }

  private static func add(_ bytes: Bytes, in place: ExaminedBox, _ findings: inout Findings) {
    findings.add(
      at: place, offset: bytes.fileOffset,
      "the header of a box is lost: its type is zeros, so that its \(counted(bytes.count, "byte")) are not read"
    )
  }
}
