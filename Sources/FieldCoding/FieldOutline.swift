/// Goes through the statement of a syntax without a file. Fields have the values of a blank, or chosen ones,
/// each list has one element, and what is met is listed: so a table of a syntax is made of the statement
/// by which it is read and written.
package final class FieldOutline {
  /// A field, or a list of numbers.
  package struct Row: Equatable, Sendable {
    /// The names of the structures around it, and its own; lists end in `[]`: `["items[]", "item_ID"]`.
    package var path: [String]
    /// What it is.
    package var kind: FieldKind
    /// How many bits it takes; nil if that differs from file to file.
    package var bits: Int?
    /// Its value.
    package var value: UInt64 = 0
  }

  /// The fields in the order of the file, each once.
  package private(set) var rows: [Row] = []
  /// Whether the statement was gone through to its end: some ask for what zeros do not have.
  package private(set) var isComplete = false
  private let chosen: [[String]: UInt64]
  private var groups: [String] = []
  private var seen: Set<[String]> = []
  /// What the lists have in them that are being gone through, from the outermost one.
  private var elements: [ObjectIdentifier] = []

  /// What a structure reads where it has to read something.
  static let zeros = Bytes([UInt8](repeating: 0, count: 1024))

  /// - Parameters:
  ///   - structure: whose syntax is asked for.
  ///   - scope: what encloses it.
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

  /// Begins a list. Answers false for one in an element of its own kind, which is noted: those have no end.
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
    // Numbers of a list have their place behind the name.
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
