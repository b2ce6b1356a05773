import ISOBMFF
public import Text

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
