public import ISOBMFF

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

/// The path of a field: `moov/trak[1]/tkhd.flags`, `moov/trak/mdia/minf/stbl/stts.entries[0].sample_delta`.
/// The names are those of the specification, as `boxwalk inspect --tree` shows them.
public struct EditedFieldPath: Equatable, Sendable, CustomStringConvertible {
  /// The box that has the field.
  public var box: BoxPath
  /// The steps from the box to the field: `["entries[0]", "sample_delta"]`.
  public var steps: [String]

  /// Reads a path. Nil if `text` is not a path of a box, a dot, and the name of a field.
  public init?(_ text: String) {
    guard let pattern = FieldPattern(text), let box = pattern.box.path else { return nil }
    self.init(box: box, steps: pattern.steps)
  }

  init(box: BoxPath, steps: [String]) {
    self.box = box
    self.steps = steps
  }

  /// The name of the field in its box: `entries[0].sample_delta`.
  public var field: String { steps.joined(separator: ".") }
  public var description: String { "\(box).\(field)" }
}

/// The fields with one name in all boxes that match a pattern: `moov/trak[type=vide]/tkhd.flags`, `//hdlr.name`.
public struct FieldPattern: Equatable, Sendable {
  /// The boxes that have the field.
  public var box: BoxPattern
  /// The steps from each box to the field.
  public var steps: [String]

  /// Reads a pattern. Nil if `text` is not a pattern of boxes, a dot, and the name of a field.
  public init?(_ text: String) {
    // A type has four characters. Any of them can be a dot.
    var start = text.startIndex
    if let slash = text.lastIndex(of: "/") { start = text.index(after: slash) }
    let scalars = text.unicodeScalars
    let width = text[start...].hasPrefix("*") ? 1 : 4
    guard let name = scalars.index(start, offsetBy: width, limitedBy: scalars.endIndex),
      let dot = scalars[name...].firstIndex(of: "."),
      let box = BoxPattern(String(text[..<dot]))
    else { return nil }
    let steps = text[scalars.index(after: dot)...].split(
      separator: ".", omittingEmptySubsequences: false)
    guard steps.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.box = box
    self.steps = steps.map(String.init)
  }

  /// The paths of the matching fields in a file.
  public func paths(in file: BoxFile) -> [EditedFieldPath] {
    box.paths(in: file).map { EditedFieldPath(box: $0, steps: steps) }
  }
}

/// The values of fields in the form in which a user types them.
package enum FieldEditText {
  /// The value of a text for a field whose value is `current` now.
  ///
  /// - Parameter bits: the width of a number.
  package static func value(
    _ text: String, like current: FieldValue, bits: Int
  ) throws(FieldError) -> FieldValue {
    switch current {
    case .flag:
      switch text {
      case "0", "false": return .flag(false)
      case "1", "true": return .flag(true)
      default: throw wrong(text, "is neither 0 nor 1")
      }
    case .text(let old):
      if old.form == .terminated, text.utf8.contains(0) { throw wrong(text, "has a zero byte") }
      return .text(Text(text, form: old.form))
    case .bytes:
      guard let bytes = bytes(hex: text) else {
        throw wrong(text, "is not a sequence of bytes in hexadecimal: 00 1f a0")
      }
      return .bytes(Bytes(bytes))
    case .uint(_, let format): return .uint(try unsigned(text, format, bits), format)
    case .int(_, let format): return .int(try signed(text, format), format)
    }
  }

  /// A value in the form that ``value(_:like:bits:)`` accepts.
  package static func text(_ value: FieldValue) -> String {
    switch value {
    case .flag(let flag): flag ? "1" : "0"
    case .text(let text): text.string
    case .bytes(let bytes):
      hexadecimal(bytes.prefix(32)) + (bytes.count > 32 ? "…" : "")
    case .uint(let number, .hex), .uint(let number, .flags): "0x" + String(number, radix: 16)
    case .uint(let number, .fourCC): code(number) ?? "0x" + String(number, radix: 16)
    case .uint(let number, .fixed(let fraction)): fixed(Double(number), fraction)
    case .uint(0, .seconds1904): "0"
    case .uint(let number, .seconds1904): Date1904.standardText(number) ?? "\(number)"
    case .uint(let number, .language): PackedLanguage.letters(number) ?? "\(number)"
    case .uint(let number, .names(let names)): names[number] ?? "\(number)"
    case .uint(let number, _): "\(number)"
    case .int(let number, .fixed(let fraction)): fixed(Double(number), fraction)
    case .int(let number, _): "\(number)"
    }
  }

  // MARK: Numbers

  private static func unsigned(
    _ text: String, _ format: FieldFormat, _ bits: Int
  ) throws(FieldError) -> UInt64 {
    switch format {
    case .fourCC:
      if let code = FourCC(text) { return UInt64(code.rawValue) }
    case .fixed(let fraction) where !text.hasPrefix("0x"):
      guard let number = scaled(text, fraction), let exact = UInt64(exactly: number) else {
        throw wrong(text, "is not a number from 0 on")
      }
      return exact
    case .float where !text.hasPrefix("0x"):
      if bits == 32, let number = Float(text) { return UInt64(number.bitPattern) }
      if bits == 64, let number = Double(text) { return number.bitPattern }
      throw wrong(text, "is not a number")
    case .seconds1904:
      if let seconds = Date1904.seconds(text) { return seconds }
    case .language:
      if let code = PackedLanguage.packed(text) { return UInt64(code) }
    case .names(let names):
      if let value = names.value(named: text) { return value }
    default: break
    }
    if let number = UInt64(text) { return number }
    if text.hasPrefix("0x"), let number = UInt64(text.dropFirst(2), radix: 16) { return number }
    switch format {
    case .fourCC: throw wrong(text, "is not four characters")
    case .seconds1904: throw wrong(text, "is neither a date, as 2024-06-15T16:42:07Z, nor seconds")
    case .language: throw wrong(text, "is not a language of three letters")
    case .names: throw wrong(text, "is neither a number from 0 on nor the name of a value")
    default: throw wrong(text, "is not a number from 0 on")
    }
  }

  private static func signed(_ text: String, _ format: FieldFormat) throws(FieldError) -> Int64 {
    if case .fixed(let fraction) = format {
      guard let number = scaled(text, fraction), let exact = Int64(exactly: number) else {
        throw wrong(text, "is not a number")
      }
      return exact
    }
    guard let number = Int64(text) else { throw wrong(text, "is not a whole number") }
    return number
  }

  /// A number with this number of fraction bits.
  private static func scaled(_ text: String, _ fraction: Int) -> Double? {
    guard let number = Double(text), number.isFinite else { return nil }
    return (number * Double(UInt64(1) << UInt64(fraction))).rounded()
  }

  private static func fixed(_ number: Double, _ fraction: Int) -> String {
    let value = number / Double(UInt64(1) << UInt64(fraction))
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  // MARK: Other values

  /// The characters of a code. Nil if one of them cannot be typed.
  private static func code(_ number: UInt64) -> String? {
    let code = FourCC(rawValue: UInt32(truncatingIfNeeded: number))
    return FourCC("\(code)") == code ? "\(code)" : nil
  }

  /// Bytes from text such as `00 1f a0`; nil for other text.
  package static func bytes(hex text: String) -> [UInt8]? {
    let digits = text.filter { !" -:".contains($0) }.utf8.map { Unicode.Scalar($0) }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard
        let byte = UInt8(
          String(Character(digits[index])) + String(Character(digits[index + 1])), radix: 16),
        digits[index] != "+"
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func wrong(_ text: String, _ words: String) -> FieldError {
    FieldError(.invalid("'\(text)' \(words)"), offset: 0)
  }
}

extension FieldValue {
  /// Whether both have the same value. The terminators of texts are ignored.
  package func means(_ other: FieldValue) -> Bool {
    if case .text(let a) = self, case .text(let b) = other { return a.bytes == b.bytes }
    return self == other
  }
}
