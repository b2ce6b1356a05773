public import ISOBMFF

/// A field of a box that has another value, is new, or is gone.
public struct FieldDifference: Sendable {
  /// A number, text or short bytes, and the width of the field.
  public struct Value: Sendable {
    public var value: FieldValue
    public var bits: Int
  }

  public enum Change: Sendable {
    /// Nil where there is no such field.
    case value(old: Value?, new: Value?)
    case bytes(BytesDifference)
    case table(TableDifference)
    /// The element stands elsewhere among its siblings.
    case moved
    /// What could not be read, in words; nil where all could.
    case damage(old: String?, new: String?)
  }

  /// From the box on: `items[3]/extents[0]/extent_length`; nil if there is no such field.
  public var oldPath: String?
  public var newPath: String?
  public var change: Change
}

/// How two runs of bytes differ.
public struct BytesDifference: Sendable {
  public var oldCount: Int
  public var newCount: Int
  /// The first byte that differs, from the start of the run; nil if it was not looked for: one of two
  /// runs of media data of different lengths is not the other.
  public var firstDifference: Int?
}

/// How two tables differ, row by row.
public struct TableDifference: Sendable {
  public struct Row: Sendable {
    public var oldIndex: Int?
    public var newIndex: Int?
  }
  public var old: FieldTable
  public var new: FieldTable
  /// The first rows that differ: each has one in both tables, or in one of them.
  public var rows: [Row]
  /// How many rows differ, those that ``rows`` leaves out included.
  public var rowCount: Int
  /// If all rows differ in the same column by the same number, as places in a file do after a move.
  public var shift: Shift?

  public struct Shift: Equatable, Sendable {
    public var column: String
    /// Of the new number over the old one.
    public var amount: Int64
  }
}
