import HEIF
import ISOBMFF

enum GridUnreadable: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.6.2.3"
  static let sentence = "The data of a grid is its version, flags, rows, columns and size."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (item, grid) in file.grids {
      switch grid {
      case .failure(let error): file.report(item, &findings, "cannot be read: \(error.reason)")
      case .success(let grid) where grid.version != 0:
        file.report(item, &findings, "is a grid of the unknown version \(grid.version)")
      case .success: continue
      }
    }
  }
}
