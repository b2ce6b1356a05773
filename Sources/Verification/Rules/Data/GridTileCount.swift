import HEIF
import ISOBMFF

enum GridTileCount: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.6.2.3"
  static let sentence = "A grid refers to as many tiles as it has rows times columns."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (item, grid) in file.readableGrids {
      let count = file.heif?.targets("dimg", from: item.id).count ?? 0
      guard count > 0, count != grid.rows * grid.columns else { continue }
      file.report(
        item, &findings,
        "has \(counted(grid.columns, "column")) and \(counted(grid.rows, "row")), so "
          + "\(counted(grid.columns * grid.rows, "tile")), but "
          + "refers to \(count)")
    }
  }
}
