/// A new value for one field: while a structure is written, the field with this path gets the value. So a
/// field is set by the same code that reads it and shows it.
///
/// Other fields of the structure that depend on this one, such as those whose width it states, are written as
/// the new value requires.
package final class FieldAssignment {
  /// The path from the structure on: `["entries[0]", "sample_delta"]`.
  private let path: [String]
  private let newValue: (_ current: FieldValue, _ bits: Int) throws(FieldError) -> FieldValue
  private var container: [String] = []
  /// Whether the field has passed by.
  package private(set) var isDone = false

  /// - Parameter newValue: returns a value of the same kind as its argument.
  package init(
    _ path: [String],
    newValue: @escaping (_ current: FieldValue, _ bits: Int) throws(FieldError) -> FieldValue
  ) {
    self.path = path
    self.newValue = newValue
  }

  func enter(_ name: String) { container.append(name) }
  func leave() { container.removeLast() }

  /// The value for the field that is next; nil if it is not the one.
  func value(
    _ name: String, _ current: FieldValue, bits: Int = 0
  ) throws(FieldError) -> FieldValue? {
    guard isHere, path.last == name else { return nil }
    isDone = true
    return try newValue(current, bits)
  }

  /// The row and the column of a table that is next; nil if the field is not in it.
  func cell(_ name: String) -> (row: Int, column: String)? {
    guard !isDone, path.count == container.count + 2, path.starts(with: container) else {
      return nil
    }
    let element = path[container.count]
    guard element.hasPrefix(name + "["), element.hasSuffix("]"),
      let row = Int(element.dropFirst(name.count + 1).dropLast())
    else { return nil }
    return (row, path[container.count + 1])
  }

  /// The same for a value in a table.
  func value(
    cell current: FieldValue, bits: Int
  ) throws(FieldError) -> FieldValue {
    isDone = true
    return try newValue(current, bits)
  }

  private var isHere: Bool {
    !isDone && path.count == container.count + 1 && path.starts(with: container)
  }
}

extension FieldCoder {
  /// While encoding: the number that the field is to have.
  func assigned(
    _ name: @autoclosure () -> String, _ value: UInt64, _ format: FieldFormat, bits: Int
  ) throws(FieldError) -> UInt64 {
    guard let assignment,
      case .uint(let new, _)? = try assignment.value(name(), .uint(value, format), bits: bits)
    else { return value }
    return new
  }

  func assigned(
    _ name: @autoclosure () -> String, _ value: Int64, _ format: FieldFormat, bits: Int
  ) throws(FieldError) -> Int64 {
    guard let assignment,
      case .int(let new, _)? = try assignment.value(name(), .int(value, format), bits: bits)
    else { return value }
    return new
  }

  func assign(_ name: StaticString, _ value: inout Bool) throws(FieldError) {
    guard let assignment, case .flag(let new)? = try assignment.value("\(name)", .flag(value))
    else {
      return
    }
    value = new
  }

  /// While encoding: gives a text the new characters; how its end is marked stays.
  func assign(_ name: StaticString, _ value: inout Text) throws(FieldError) {
    guard !isDecoding, let assignment,
      case .text(let new)? = try assignment.value("\(name)", .text(value))
    else { return }
    guard new.bytes != value.bytes else { return }
    let isTerminated = value.form == .terminated && !value.tail.isEmpty
    value.bytes = new.bytes
    value.tail = isTerminated ? [0] : []
  }

  /// While encoding: gives bytes the new value.
  func assign(
    _ name: StaticString, _ value: inout Bytes, meaning: FieldValue?
  ) throws(FieldError) {
    guard !isDecoding, let assignment,
      case .bytes(let new)? = try assignment.value("\(name)", meaning ?? .bytes(value))
    else { return }
    value = new
  }

  /// While encoding: gives a number of a table the new value.
  func assign(_ name: StaticString, _ table: inout FieldTable) throws(FieldError) {
    guard let assignment, let cell = assignment.cell("\(name)"),
      let column = table.columns.firstIndex(where: { $0.name == cell.column }),
      cell.row >= 0, cell.row < table.count
    else { return }
    let description = table.columns[column]
    let current = table[cell.row, column]
    switch try assignment.value(cell: description.value(current), bits: description.bits) {
    case .uint(let new, _): table = table.replacing(cell.row, column, Int64(bitPattern: new))
    case .int(let new, _): table = table.replacing(cell.row, column, new)
    default: break
    }
  }
}
