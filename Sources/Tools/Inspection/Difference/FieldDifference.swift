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
