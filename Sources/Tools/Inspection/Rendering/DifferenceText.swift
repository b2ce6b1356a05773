import ISOBMFF
public import Text

extension FileDifference {
  /// Writes the differences, with `-` before content of the old file and `+` before content of the new file.
  public func write(to output: TextOutput, _ style: ReportTextStyle = ReportTextStyle()) {
    for box in boxes { box.write(to: output, style) }
  }

  private func noun(_ number: Int) -> String {
    isOfJPEGFiles ? counted(number, "part") : counted(number, "box", "boxes")
  }

  /// The numbers of differences as text: `2 boxes changed, 1 added`; `no differences`.
  public var tally: String {
    var parts: [String] = []
    for kind in BoxDifference.Kind.allCases where count(kind) > 0 {
      let number = count(kind)
      parts.append(
        parts.isEmpty ? "\(noun(number)) \(kind)" : "\(grouped(number)) \(kind)")
    }
    let ignored =
      ignoredCount == 0 ? "" : " (\(counted(ignoredCount, "difference")) ignored)"
    return (parts.isEmpty ? "no differences" : parts.joined(separator: ", ")) + ignored
  }
}

extension BoxDifference {
  fileprivate func write(to output: TextOutput, _ style: ReportTextStyle) {
    switch kind {
    case .added:
      guard let new else { return }
      output.line(style.added("+ \(new.name)") + style.faint(new.about))
    case .removed:
      guard let old else { return }
      output.line(style.removed("- \(old.name)") + style.faint(old.about))
    case .moved:
      guard let old, let new else { return }
      output.line(
        style.caution("~ \(names(old, new))")
          + style.faint(" moved from byte \(old.range.lowerBound) to \(new.range.lowerBound)"))
    case .changed:
      guard let old, let new else { return }
      let sizes =
        old.range.count == new.range.count
        ? "" : " \(counted(old.range.count, "byte")), now \(grouped(new.range.count))"
      output.line(style.strong("  \(names(old, new))") + style.faint(sizes))
    }
    for field in fields { field.write(to: output, style) }
    if fieldCount > fields.count {
      output.line(
        "      " + style.faint("… \(counted(fieldCount - fields.count, "more field")) (--all)"))
    }
  }

  private func names(_ old: Side, _ new: Side) -> String {
    old.path == new.path ? old.name : "\(old.name) → \(new.name)"
  }
}

extension BoxDifference.Side {
  fileprivate var name: String { path.isEmpty ? "the file" : printable(path) }

  /// ` 9 bytes at 1234 · Image Rotation, ISO/IEC 23008-12`
  fileprivate var about: String {
    let names = [title, specification].filter { !$0.isEmpty }.joined(separator: ", ")
    return " \(counted(range.count, "byte")) at \(range.lowerBound)"
      + (names.isEmpty ? "" : " · \(names)")
  }
}

extension FieldDifference {
  fileprivate func write(to output: TextOutput, _ style: ReportTextStyle) {
    func gone(_ text: String) { output.line(style.removed("-     \(text)")) }
    func came(_ text: String) { output.line(style.added("+     \(text)")) }
    let old = printable(oldPath ?? "")
    let new = printable(newPath ?? "")
    switch change {
    case .value(let oldValue, let newValue):
      if let oldValue { gone("\(old) = \(oldValue.text)") }
      if let newValue { came("\(new) = \(newValue.text)") }
    case .bytes(let bytes) where bytes.oldCount == bytes.newCount:
      let first = bytes.firstDifference.map { "; the first that differs is \(grouped($0))" } ?? ""
      output.line("      \(style.name(old)): \(counted(bytes.oldCount, "byte"))\(first)")
    case .bytes(let bytes):
      gone("\(old) = \(counted(bytes.oldCount, "byte"))")
      came("\(new) = \(counted(bytes.newCount, "byte"))")
      if let first = bytes.firstDifference {
        output.line("      " + style.faint("the first byte that differs is \(grouped(first))"))
      }
    case .table(let table): table.write(old, new, to: output, style)
    case .moved: output.line(style.caution("~     \(old) is \(new)"))
    case .damage(let oldDamage, let newDamage):
      if let oldDamage { gone("damaged: \(printable(oldDamage))") }
      if let newDamage { came("damaged: \(printable(newDamage))") }
    }
  }
}

extension FieldDifference.Value {
  /// The value as a person reads it.
  var text: String { shortened(value.text(bits: bits)) }
}

extension TableDifference {
  fileprivate func write(
    _ oldPath: String, _ newPath: String, to output: TextOutput, _ style: ReportTextStyle
  ) {
    let name = oldPath.isEmpty ? newPath : oldPath
    let size =
      old.count == new.count
      ? counted(old.count, "row") : "\(counted(old.count, "row")), now \(grouped(new.count))"
    output.line("      \(style.name(name)): \(size); \(counted(rowCount, "row")) differ")
    // If all rows are present, all of them were requested.
    if let shift, rows.count < rowCount {
      let amount = "\(grouped(shift.amount.magnitude)) \(shift.amount > 0 ? "more" : "less")"
      return output.line("      " + style.faint("every \(shift.column) is \(amount)"))
    }
    for row in rows {
      if let index = row.oldIndex {
        output.line(style.removed("-     [\(index)] \(TableDifference.cells(old, index))"))
      }
      if let index = row.newIndex {
        output.line(style.added("+     [\(index)] \(TableDifference.cells(new, index))"))
      }
    }
    if rowCount > rows.count, !rows.isEmpty {
      output.line(
        "      " + style.faint("… \(counted(rowCount - rows.count, "more row")) (--all)"))
    }
  }

  /// A row of a table as text.
  static func cells(_ table: FieldTable, _ row: Int) -> String {
    table.columns.enumerated().filter { $0.element.bits > 0 }.map { number, column in
      "\(column.name) = \(column.value(table[row, number]).text(bits: column.bits))"
    }.joined(separator: ", ")
  }
}

extension FileDifference {
  /// The version of the JSON document; it changes when programs that read it would break.
  private static let schema = "boxwalk.diff/1"

  /// Writes the JSON document that Documentation/diff-json.md describes.
  ///
  /// - Parameter more: additional members, at the end.
  public func writeJSON(
    to output: TextOutput, old: String, new: String, more: [(String, JSONValue?)] = []
  ) {
    var json = JSONWriter(output)
    json.open(.object)
    json.member("schema", FileDifference.schema)
    json.member("old", old)
    json.member("new", new)
    json.member("oldSize", oldCount)
    json.member("newSize", newCount)
    json.key("same")
    json.bool(isEmpty)
    json.member("ignored", ignoredCount)
    json.key("boxes")
    json.open(.array)
    for box in boxes { box.write(to: &json) }
    json.close(.array)
    for case (let key, let value?) in more {
      json.key(key)
      value.write(to: &json)
    }
    json.close(.object)
    output.line()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  fileprivate mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    integer(value)
  }
}

extension BoxDifference {
  fileprivate func write(to json: inout JSONWriter) {
    json.open(.object)
    json.member("change", kind.rawValue)
    for (name, side) in [("old", old), ("new", new)] {
      guard let side else { continue }
      json.key(name)
      json.open(.object)
      json.member("path", side.path)
      json.member("offset", side.range.lowerBound)
      json.member("size", side.range.count)
      json.close(.object)
    }
    json.member("fieldCount", fieldCount)
    json.key("fields")
    json.open(.array)
    for field in fields { field.write(to: &json) }
    json.close(.array)
    json.close(.object)
  }
}

extension FieldDifference {
  fileprivate func write(to json: inout JSONWriter) {
    json.open(.object)
    if let oldPath { json.member("oldPath", oldPath) }
    if let newPath { json.member("newPath", newPath) }
    switch change {
    case .value(let old, let new):
      json.member("kind", "value")
      for (side, value) in [("old", old), ("new", new)] {
        guard let value else { continue }
        json.key(side)
        json.write(value.value, bits: value.bits, byteLimit: 256)
      }
    case .bytes(let bytes):
      json.member("kind", "bytes")
      json.member("oldCount", bytes.oldCount)
      json.member("newCount", bytes.newCount)
      if let first = bytes.firstDifference { json.member("firstDifference", first) }
    case .table(let table):
      json.member("kind", "table")
      table.write(to: &json)
    case .moved: json.member("kind", "moved")
    case .damage(let old, let new):
      json.member("kind", "damage")
      if let old { json.member("old", old) }
      if let new { json.member("new", new) }
    }
    json.close(.object)
  }
}

extension TableDifference {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("oldCount", old.count)
    json.member("newCount", new.count)
    json.member("rowCount", rowCount)
    if let shift {
      json.key("shift")
      json.open(.object)
      json.member("column", shift.column)
      json.key("amount")
      json.integer(shift.amount)
      json.close(.object)
    }
    json.key("rows")
    json.open(.array)
    for row in rows {
      json.open(.object)
      if let index = row.oldIndex { json.row("old", of: old, index) }
      if let index = row.newIndex { json.row("new", of: new, index) }
      json.close(.object)
    }
    json.close(.array)
  }
}

extension JSONWriter {
  /// A row as an object: the two tables need not have the same columns.
  fileprivate mutating func row(_ side: String, of table: FieldTable, _ index: Int) {
    member("\(side)Index", index)
    key(side)
    open(.object)
    for (number, column) in table.columns.enumerated() where column.bits > 0 {
      key(column.name)
      write(column.value(table[index, number]), bits: column.bits, byteLimit: 0)
    }
    close(.object)
  }
}
