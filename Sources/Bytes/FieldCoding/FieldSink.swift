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

/// Runs the declaration of a syntax without a file. Fields have default or chosen values, each list has one element,
/// and the fields are listed. So the table of a syntax is made from the declaration with which it is read and written.
package final class FieldOutline {
  /// A field, or a list of numbers.
  package struct Row: Equatable, Sendable {
    /// The names of the structures around it, and its own; lists end in `[]`: `["items[]", "item_ID"]`.
    package var path: [String]
    /// The kind of the field.
    package var kind: FieldKind
    /// The number of bits; nil if it differs from file to file.
    package var bits: Int?
    /// Its value.
    package var value: UInt64 = 0
  }

  /// The fields in the order of the file, each once.
  package private(set) var rows: [Row] = []
  /// Whether the declaration ran to its end. Some require values that zeros do not have.
  package private(set) var isComplete = false
  private let chosen: [[String]: UInt64]
  private var groups: [String] = []
  private var seen: Set<[String]> = []
  /// The elements of the open lists, from the outermost one.
  private var elements: [ObjectIdentifier] = []

  /// The bytes that a structure reads.
  static let zeros = Bytes([UInt8](repeating: 0, count: 1024))

  /// - Parameters:
  ///   - structure: the structure to outline.
  ///   - scope: the information from enclosing structures.
  ///   - chosen: values of fields, by their paths in the form of ``Row/path``.
  package init(
    _ structure: any FieldCodable.Type, in scope: FieldScope, chosen: [[String]: UInt64] = [:]
  ) {
    self.chosen = chosen
    var coder = FieldCoder(outlining: self, scope)
    var blank: any FieldCodable = structure.init()
    do throws(FieldError) {
      try blank.fields(&coder)
      isComplete = true
    } catch {}
  }

  /// The value that a number is to have.
  func value(_ name: StaticString, _ blank: UInt64) -> UInt64 {
    chosen.isEmpty ? blank : chosen[groups + [name.description]] ?? blank
  }

  /// Begins a list. Returns false for a list in an element of the same kind, which is noted: the nesting has no end.
  func enter<Element>(_ name: StaticString, of element: Element.Type) -> Bool {
    if elements.contains(ObjectIdentifier(element)) {
      add("\(name)[]", .recursion, bits: nil)
      return false
    }
    elements.append(ObjectIdentifier(element))
    return true
  }

  /// Ends a list that was begun.
  func leave() { elements.removeLast() }

  func addBytes(_ name: StaticString, _ count: FieldCoder.Count) {
    if case .exactly(let count) = count {
      if count > 0 { add(name.description, .bytes, bits: count * 8) }
    } else {
      add(name.description, .bytes, bits: nil)
    }
  }

  package func add(_ name: String, _ kind: FieldKind, bits: Int?, value: UInt64 = 0) {
    // Numbers of a list have their index behind the name.
    let name = name.last == "]" ? name.withoutIndex : name
    let path = groups + [name]
    // Bits that are reserved have no name of their own.
    if case .reserved = kind {} else if !seen.insert(path).inserted { return }
    rows.append(Row(path: path, kind: kind, bits: bits, value: value))
  }
}

extension FieldOutline: FieldSink {
  package func open(_ group: FieldGroup) -> Bool {
    groups.append(group.name.withoutIndex)
    return true
  }

  package func close(_ group: FieldGroup) { groups.removeLast() }

  package func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    switch value {
    case .uint(let number, let format):
      add(name, .number(format, isSigned: false), bits: bits.count, value: number)
    case .int(let number, let format):
      add(
        name, .number(format, isSigned: true), bits: bits.count, value: UInt64(bitPattern: number))
    case .flag(let flag): add(name, .flag, bits: 1, value: flag ? 1 : 0)
    case .text: add(name, .text, bits: nil)
    case .bytes: add(name, .bytes, bits: bits.count)
    }
  }

  package func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    groups.append("\(name)[]")
    for column in table.columns {
      add(column.name, .number(column.format, isSigned: column.isSigned), bits: column.bits)
    }
    groups.removeLast()
  }

  package func damage(_ error: FieldError) {}
}

extension String {
  /// `items[]` of `items[0]`.
  fileprivate var withoutIndex: String {
    guard last == "]", let open = lastIndex(of: "[") else { return self }
    return self[..<open] + "[]"
  }
}
