public import ISOBMFF

/// A field of a box that has another value, is new, or is gone.
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
    /// The field has another value. One of them is nil where there is no such field.
    case value(old: Value?, new: Value?)
    /// Bytes whose structure is not known differ.
    case bytes(BytesDifference)
    /// Rows of a table differ.
    case table(TableDifference)
    /// The element stands elsewhere among its siblings.
    case moved
    /// Other parts could not be read. The reason is in words; nil where all could.
    case damage(old: String?, new: String?)
  }

  /// The path from the box on in the old file: `items[3]/extents[0]/extent_length`; nil if there is
  /// no such field.
  public var oldPath: String?
  /// The same in the new file.
  public var newPath: String?
  /// How the field differs.
  public var change: Change
}

/// How two runs of bytes differ.
public struct BytesDifference: Sendable {
  /// How many bytes the old run has.
  public var oldCount: Int
  /// How many bytes the new run has.
  public var newCount: Int
  /// The first byte that differs, from the start of the run; nil if it was not looked for: one of two
  /// runs of media data of different lengths is not the other.
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
  /// How many rows differ, those that ``rows`` leaves out included.
  public var rowCount: Int
  /// If all rows differ in the same column by the same number, as places in a file do after a move.
  public var shift: Shift?

  /// One number by which a column differs in all rows.
  public struct Shift: Equatable, Sendable {
    /// The name of the column.
    public var column: String
    /// The number that was added to each old number; negative if they became smaller.
    public var amount: Int64
  }
}
