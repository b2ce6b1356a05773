/// Receives the fields of a structure, in file order, while they are read.
///
/// A description is a stream into a sink, so a dump of a big file costs its bytes and no tree.
public protocol FieldSink: AnyObject {
  /// A group starts: a box, an element of a list. If the answer is false, it is passed over.
  func open(_ group: FieldGroup) -> Bool
  /// The group that was opened last ends. Only for groups for which `open` said true.
  func close(_ group: FieldGroup)
  /// A field and its value.
  ///
  /// - Parameter bits: its range in the file, in bits.
  func field(_ name: String, _ value: FieldValue, bits: Range<Int>)
  /// A table of numbers.
  ///
  /// - Parameter bits: its range in the file, in bits.
  func table(_ name: String, _ table: FieldTable, bits: Range<Int>)
  /// Something in the current group could not be read.
  func damage(_ error: FieldError)
}

/// The information about a group when it starts.
public struct FieldGroup: Sendable {
  /// The kind of a group.
  public enum Kind: Sendable {
    /// An element of a list, or a structure inside another.
    case structure
    /// A box: the number of bytes of its header, and the standard that defines it.
    case box(headerSize: Int, title: String, specification: String)
    /// A marker segment of a JPEG file.
    case segment(title: String, specification: String)
    /// The payload of an item of this type.
    case item(id: UInt32, title: String, specification: String)
  }
  /// The name of the group: `iloc`, `items[3]`.
  public var name: String
  /// The kind of the group.
  public var kind: Kind
  /// The bytes of the file that it takes; for a structure the end is known only when it closes.
  public var fileRange: Range<Int>

  /// A group that takes these bytes of the file.
  public init(name: String, kind: Kind = .structure, fileRange: Range<Int>) {
    self.name = name
    self.kind = kind
    self.fileRange = fileRange
  }
}
