import HEIF

enum GridUncovered: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.6.2.3"
  static let sentence = "The tiles of a grid cover its picture."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (item, grid) in file.readableGrids {
      guard let tile = file.tiles(of: item).first.flatMap(file.shownSize), tile.width > 0,
        tile.height > 0
      else {
        continue
      }
      let covered = (width: tile.width * grid.columns, height: tile.height * grid.rows)
      guard covered.width < Int(grid.outputWidth) || covered.height < Int(grid.outputHeight) else {
        continue
      }
      file.report(
        item, &findings,
        "is \(grid.outputWidth) × \(grid.outputHeight), but its tiles cover only "
          + "\(covered.width) × \(covered.height)")
    }
  }
}
