import HEIF
import ISOBMFF

enum GridTilesDiffer: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.6.2.3"
  static let sentence = "All tiles of a grid have the same size and are coded in the same way."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (item, _) in file.readableGrids {
      let tiles = file.tiles(of: item)
      guard let first = tiles.first else { continue }
      if let other = tiles.first(where: { $0.type != first.type }) {
        file.report(
          item, &findings,
          "has tiles of different kinds: item \(first.id) is '\(first.type)', item \(other.id) is "
            + "'\(other.type)'")
      }
      guard let size = file.shownSize(of: first),
        let other = tiles.first(where: { (file.shownSize(of: $0) ?? size) != size }),
        let different = file.shownSize(of: other)
      else { continue }
      file.report(
        item, &findings,
        "has tiles of different sizes: item \(first.id) has \(size.width) × \(size.height), item \(other.id) "
          + "has \(different.width) × \(different.height)")
    }
  }
}
