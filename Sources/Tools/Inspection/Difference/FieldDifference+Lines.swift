import FieldCoding
import ISOBMFF

extension FieldDifference {
  /// A difference as text: the field, and its value in each file; nil if it is missing.
  package struct Line: Sendable {
    package var name: String
    package var old: String?
    package var new: String?
  }

  /// The difference, a line for each value or row of a table.
  package var lines: [Line] {
    let name = oldPath ?? newPath ?? ""
    switch change {
    case .value(let old, let new): return [Line(name: name, old: old?.text, new: new?.text)]
    case .bytes(let bytes):
      return [
        Line(
          name: name, old: counted(bytes.oldCount, "byte"), new: counted(bytes.newCount, "byte"))
      ]
    case .moved: return [Line(name: name, old: oldPath, new: newPath)]
    case .damage(let old, let new): return [Line(name: "damaged", old: old, new: new)]
    case .table(let table):
      let head = Line(
        name: "\(name): \(counted(table.rowCount, "row")) differ",
        old: counted(table.old.count, "row"), new: counted(table.new.count, "row"))
      let rows = table.rows.map { row in
        Line(
          name: name,
          old: row.oldIndex.map { "[\($0)] \(TableDifference.cells(table.old, $0))" },
          new: row.newIndex.map { "[\($0)] \(TableDifference.cells(table.new, $0))" })
      }
      return [head] + rows
    }
  }
}
