package import ISOBMFF

/// The fields of one box, without those of boxes inside, by the names of the field paths.
package final class EditableFields: FieldSink {
  private let steps: [String]
  /// The number of steps of the path that were found.
  private var taken = 0
  private var groups: [String] = []
  package private(set) var values: [(name: String, value: FieldValue)] = []
  package private(set) var tables: [(name: String, table: FieldTable)] = []
  /// Whether the box was found.
  package private(set) var isFound = false

  /// - Parameter file: as it would be read.
  package init(of path: BoxPath, in file: Bytes) {
    steps = path.steps.map { BoxPath(steps: [$0]).description }
    BoxFile.describe(file, to: self)
  }

  /// The value of a field. Nil if there is no such field.
  package subscript(name: String) -> FieldValue? {
    if let value = values.first(where: { $0.name == name })?.value { return value }
    for (list, table) in tables where name.hasPrefix(list + "[") {
      let rest = name.dropFirst(list.count + 1)
      guard let end = rest.firstIndex(of: "]"), let row = Int(rest[..<end]), row >= 0,
        row < table.count,
        let column = table.columns.firstIndex(where: { "].\($0.name)" == rest[end...] })
      else { continue }
      return table.columns[column].value(table[row, column])
    }
    return nil
  }

  /// The names, as a sentence shows them.
  package var names: [String] {
    values.map(\.name).filter { $0 != "reserved" }
      + tables.filter { !$0.table.isEmpty }.flatMap { name, table in
        table.columns.map { "\(name)[0…\(table.count - 1)].\($0.name)" }
      }
  }

  // MARK: Recording

  package func open(_ group: FieldGroup) -> Bool {
    if case .box = group.kind {
      guard !isInside, taken < steps.count, group.name == steps[taken] else { return false }
      taken += 1
      if taken == steps.count { isFound = true }
      return true
    }
    // Structures that enclose the box are not part of its field names.
    if isInside { groups.append(group.name) }
    return true
  }

  package func close(_ group: FieldGroup) {
    if case .box = group.kind {
      taken -= 1
    } else if isInside {
      groups.removeLast()
    }
  }

  package func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    if isInside { values.append((path(name), value)) }
  }

  package func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    if isInside { tables.append((path(name), table)) }
  }

  package func damage(_ error: FieldError) {}

  private var isInside: Bool { taken == steps.count }
  private func path(_ name: String) -> String { (groups + [name]).joined(separator: ".") }
}
