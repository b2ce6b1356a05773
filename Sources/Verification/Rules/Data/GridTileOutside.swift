import HEIF

enum GridTileOutside: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-22 §7.3.11.4.2"
  static let sentence = "Every row and column of a grid has a part in its picture."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (item, grid) in file.readableGrids {
      guard let tile = file.tiles(of: item).first.flatMap(file.shownSize), tile.width > 0,
        tile.height > 0
      else {
        continue
      }
      let inner = (
        width: tile.width * (grid.columns - 1), height: tile.height * (grid.rows - 1)
      )
      guard inner.width >= Int(grid.outputWidth) || inner.height >= Int(grid.outputHeight) else {
        continue
      }
      file.report(
        item, &findings,
        "is \(grid.outputWidth) × \(grid.outputHeight), so that some of its tiles of \(tile.width) × "
          + "\(tile.height) are completely outside")
    }
  }
}
