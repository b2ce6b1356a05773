import HEIF

enum GridTileSmall: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 23000-22 §7.3.11.4.2"
  static let sentence =
    "In a file of the Multi-Image Application Format, the tiles of a grid have at least 64 "
    + "× 64 samples."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsMIAF else { return }
    for (item, _) in file.readableGrids {
      guard let tile = file.tiles(of: item).first.flatMap(file.shownSize),
        tile.width < 64 || tile.height < 64
      else {
        continue
      }
      file.report(
        item, &findings,
        "has tiles of \(tile.width) × \(tile.height), and some programs need at least 64 × 64")
    }
  }
}
