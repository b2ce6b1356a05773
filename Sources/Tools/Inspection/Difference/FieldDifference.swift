import FieldCoding
public import ISOBMFF

/// A field of a box that was changed, added or removed.
public struct FieldDifference: Sendable {
  /// A number, text or short bytes, and the width of the field.
  public struct Value: Sendable {
    /// The value, with the way in which it is shown.
    public var value: FieldValue
    /// The width of the field, in bits.
    public var bits: Int
  }

  /// How a field differs.
  public enum Change: Sendable {
    /// The value of the field differs. One of the values is nil if that file does not have the field.
    case value(old: Value?, new: Value?)
    /// Bytes whose structure is not known differ.
    case bytes(BytesDifference)
    /// Rows of a table differ.
    case table(TableDifference)
    /// The element has another position in its list.
    case moved
    /// Parts that could not be read differ. The values are sentences; nil if everything could be read.
    case damage(old: String?, new: String?)
  }

  /// The path of the field in the old file, relative to its box: `items[3]/extents[0]/extent_length`; nil if the
  /// old file does not have the field.
  public var oldPath: String?
  /// The path of the field in the new file; nil if the new file does not have the field.
  public var newPath: String?
  /// How the field differs.
  public var change: Change
}

/// How two sequences of bytes differ.
public struct BytesDifference: Sendable {
  /// The number of bytes in the old file.
  public var oldCount: Int
  /// The number of bytes in the new file.
  public var newCount: Int
  /// The index of the first byte that differs, from 0; nil if the bytes were not compared, because the media data
  /// has different lengths.
  public var firstDifference: Int?
}

/// How two tables differ, row by row.
public struct TableDifference: Sendable {
  /// A row that differs, by its number in each table, from 0.
  public struct Row: Sendable {
    /// Its number in the old table; nil if it was added.
    public var oldIndex: Int?
    /// Its number in the new table; nil if it was removed.
    public var newIndex: Int?
  }
  /// The whole old table.
  public var old: FieldTable
  /// The whole new table.
  public var new: FieldTable
  /// The first rows that differ: each has one in both tables, or in one of them.
  public var rows: [Row]
  /// The number of rows that differ, including those that ``rows`` leaves out.
  public var rowCount: Int
  /// The shift, if all rows differ by the same number in only one column, like offsets after data has moved; nil
  /// otherwise.
  public var shift: Shift?

  /// A number by which a column differs in all rows.
  public struct Shift: Equatable, Sendable {
    /// The name of the column.
    public var column: String
    /// The number that was added to each old number; negative if they became smaller.
    public var amount: Int64
  }
}

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

/// A field, table or group that a box reported.
struct FieldNode {
  indirect enum Content {
    case value(FieldValue, bits: Int)
    case table(FieldTable)
    case group([FieldNode])
    case damage(FieldError)
  }
  /// `items[3]`
  var name: String
  var content: Content
}

/// Keeps the fields of those boxes that are asked for, and reads past the others.
final class FieldRecorder: FieldSink {
  /// The fields of each box, by its offset in the file: not all types are different in a path.
  private(set) var boxes: [Int: [FieldNode]] = [:]
  /// The fields of the file itself, after everything was reported.
  var file: [FieldNode] { nodes[0] }
  /// The boxes whose fields are recorded, and whether the fields of their children are recorded as parts of them.
  private let wanted: [Int: Bool]
  private let offsets: [Int]

  private enum Level {
    /// A box that is only on the path to others.
    case passage
    case box(offset: Int, isWhole: Bool)
    case group(name: String)
  }
  private var levels: [Level] = []
  private var nodes: [[FieldNode]] = [[]]

  init(_ wanted: [Int: Bool]) {
    self.wanted = wanted
    offsets = wanted.keys.sorted()
  }

  func open(_ group: FieldGroup) -> Bool {
    switch group.kind {
    case .box, .segment: break
    case .structure, .item: return enter(.group(name: group.name))
    }
    switch levels.last {
    case .box(_, isWhole: true), .group: return enter(.group(name: group.name))
    case .box(_, isWhole: false), .passage, nil: break
    }
    let offset = group.fileRange.lowerBound
    if let isWhole = wanted[offset] { return enter(.box(offset: offset, isWhole: isWhole)) }
    return leads(group.fileRange) ? enter(.passage) : false
  }

  /// Whether a wanted box is in these bytes.
  private func leads(_ range: Range<Int>) -> Bool {
    let first = offsets.partitioningIndex { $0 >= range.lowerBound }
    return first < offsets.count && offsets[first] < range.upperBound
  }

  private func enter(_ level: Level) -> Bool {
    levels.append(level)
    nodes.append([])
    return true
  }

  func close(_ group: FieldGroup) {
    guard let level = levels.popLast() else { return }
    let inside = nodes.removeLast()
    switch level {
    case .passage: break
    case .box(let offset, _): boxes[offset] = inside
    case .group(let name): keep(FieldNode(name: name, content: .group(inside)))
    }
  }

  private func keep(_ node: FieldNode) {
    if case .passage = levels.last { return }
    nodes[nodes.count - 1].append(node)
  }

  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    keep(FieldNode(name: name, content: .value(value, bits: bits.count)))
  }

  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    keep(FieldNode(name: name, content: .table(table)))
  }

  func damage(_ error: FieldError) {
    keep(FieldNode(name: "damaged", content: .damage(error)))
  }
}
