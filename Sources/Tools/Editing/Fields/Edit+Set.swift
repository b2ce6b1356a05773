import ISOBMFF

extension Edit {
  /// Sets the value of a field.
  ///
  ///     try edit.set("moov/mvhd.creation_time", to: "2024-06-15T16:42:07Z")
  ///     try edit.set("moov/trak/tkhd.flags", to: "0x3")
  ///     try edit.set("meta/iprp/ipco/irot.angle", to: "1")
  ///
  /// Depending on the field, a value is a number, in decimal or with `0x`; a number with a fraction; a
  /// four-character code; a date in UTC; a language code of three letters; the name of a value; text; or bytes
  /// in hexadecimal.
  ///
  /// It throws if the field does not exist, if the value does not fit the field, or if the field depends on
  /// other data, like counts and sizes: such a field cannot be set.
  public mutating func set(_ path: EditedFieldPath, to text: String) throws(EditError) {
    let before = EditableFields(of: path.box, in: try snapshot())
    guard before.isFound, file.box(at: path.box) != nil else {
      throw EditError(.notFound, "there is no box at \(path.box)")
    }
    guard let old = before[path.field] else {
      throw EditError(.notFound, "\(path.box) has no field \(path.field)\(others(before))")
    }
    var changed = file
    let isThere: Bool
    var wanted: FieldValue?
    do throws(FieldError) {
      let assignment = FieldAssignment(path.steps) { (current, bits) throws(FieldError) in
        let value = try FieldEditText.value(text, like: current, bits: bits)
        wanted = value
        return value
      }
      isThere = try changed.assign(assignment, at: path.box)
    } catch {
      throw EditError(.invalid, "\(path) cannot be set to '\(text)': \(error.reason)")
    }
    guard isThere else {
      throw EditError(.invalid, "\(path) is in data that is kept unchanged, and cannot be set")
    }
    let unchanged = file
    file = changed
    do throws(EditError) {
      let after = EditableFields(of: path.box, in: try snapshot())
      try check(path, before, after)
      guard let new = after[path.field], let wanted, new.means(wanted) else {
        throw follows(path)
      }
      if !new.means(old) {
        let was = FieldEditText.text(old)
        notes.append(
          "\(path) is \(FieldEditText.text(new)) now" + (was.isEmpty ? "" : "; it was \(was)"))
      }
    } catch {
      file = unchanged
      throw error
    }
  }

  /// Sets the field in all boxes that match a pattern. It throws if there are none.
  public mutating func set(_ pattern: FieldPattern, to text: String) throws(EditError) {
    let paths = pattern.paths(in: file)
    if paths.isEmpty { throw EditError(.notFound, "there is no box at \(pattern.box)") }
    for path in paths { try set(path, to: text) }
  }

  /// Sets the fields that match a path or pattern in text form.
  ///
  /// Throws if there is no such field, if the text is not a value of it, or if other fields would change with it.
  public mutating func set(_ path: String, to text: String) throws(EditError) {
    guard let path = EditedFieldPath(path) else {
      throw EditError(.invalid, "'\(path)' is not the path of a field, such as moov/mvhd.timescale")
    }
    try set(path, to: text)
  }

  /// The file as it would be read now.
  private func snapshot() throws(EditError) -> Bytes {
    let written: ByteWriter
    do throws(FieldError) { written = try file.encoded() } catch { throw EditError(error) }
    return try written.read { bytes in
      bytes.count <= EditedFile.longestViewed || bytes.source !== original.bytes.source
        ? bytes.count : EditedFile.boxHeader
    }
  }

  /// Throws if another field of the box changed.
  private func check(
    _ path: EditedFieldPath, _ before: EditableFields, _ after: EditableFields
  ) throws(EditError) {
    guard let old = before[path.field], let new = after[path.field] else { throw follows(path) }
    let names = before.values.map(\.name)
    guard names == after.values.map(\.name),
      before.tables.map(\.name) == after.tables.map(\.name)
    else {
      throw EditError(
        .invalid,
        "\(path) cannot be set to \(FieldEditText.text(new)) by itself: \(path.box) would have other fields"
      )
    }
    for (one, other) in zip(before.values, after.values)
    where one.value != other.value && one.name != path.field {
      if old == new { throw follows(path) }
      throw EditError(
        .invalid,
        "\(path) cannot be set to \(FieldEditText.text(new)) by itself: \(one.name) would change")
    }
    for (one, other) in zip(before.tables, after.tables)
    where !path.field.hasPrefix(one.name + "[") && !hasSameNumbers(one.table, other.table) {
      throw EditError(
        .invalid,
        "\(path) cannot be set to \(FieldEditText.text(new)) by itself: \(one.name) would change")
    }
  }

  /// Whether two tables have the same numbers. Columns can have become wider.
  private func hasSameNumbers(_ a: FieldTable, _ b: FieldTable) -> Bool {
    if a == b { return true }
    guard a.count == b.count, a.columns.count == b.columns.count else { return false }
    return (0..<a.count).allSatisfy { row in
      a.columns.indices.allSatisfy { a[row, $0] == b[row, $0] }
    }
  }

  private func follows(_ path: EditedFieldPath) -> EditError {
    EditError(
      .invalid, "\(path) follows from other content of the box, and cannot be set by itself")
  }

  private func others(_ list: EditableFields) -> String {
    let names = list.names
    guard !names.isEmpty else { return "; none of its fields is known" }
    let shown = names.prefix(40).joined(separator: ", ")
    return "; it has \(shown)\(names.count > 40 ? " and \(names.count - 40) more" : "")"
  }
}
