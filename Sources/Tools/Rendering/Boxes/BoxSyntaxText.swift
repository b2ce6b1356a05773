import FieldCoding
import ISOBMFF

/// The text of a row of a syntax.
struct BoxSyntaxText {
  let row: SyntaxTable.Row
  let table: SyntaxTable

  init(_ row: SyntaxTable.Row, of table: SyntaxTable) {
    (self.row, self.table) = (row, table)
  }

  /// `16`, `16; 32 in version 2`, `set by offset_size`
  var width: String {
    if !row.widthFields.isEmpty { return "set by \(row.widthFields.joined(separator: ", "))" }
    var groups: [(bits: Int?, versions: [UInt8])] = []
    for (version, bits) in row.bits.sorted(by: { $0.key < $1.key }) {
      if let index = groups.firstIndex(where: { $0.bits == bits }) {
        groups[index].versions.append(version)
      } else {
        groups.append((bits, [version]))
      }
    }
    func text(_ bits: Int?) -> String { bits.map { "\($0)" } ?? "any" }
    guard let first = groups.first else { return "" }
    let others = groups.dropFirst().map {
      "\(text($0.bits)) in \(BoxSyntaxText.versions($0.versions))"
    }
    return ([text(first.bits)] + others).joined(separator: "; ")
  }

  /// The condition under which it exists; empty if it always does.
  var presence: String {
    let always = table.versions.filter(row.versions.contains)
    let others = table.versions.filter { !always.contains($0) && row.bits[$0] != nil }
    var parts: [String] = []
    if !always.isEmpty, always.count < table.versions.count {
      parts.append(BoxSyntaxText.versions(always))
    }
    let conditions = row.conditions.joined(separator: ", or ")
    if !conditions.isEmpty {
      let some =
        others.isEmpty || others.count == table.versions.count
        ? "" : BoxSyntaxText.versions(others) + " "
      parts.append(some + conditions)
    }
    return parts.joined(separator: "; ")
  }

  /// `version 1`, `versions 0 and 2`
  static func versions(_ versions: [UInt8]) -> String {
    let numbers = versions.map { "\($0)" }
    guard let last = numbers.last, numbers.count > 1 else {
      return "version \(numbers.first ?? "")"
    }
    return "versions \(numbers.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The kind of the field, in a word or two.
  var kind: String {
    if row.path == ["version"], let first = table.versions.first, let last = table.versions.last {
      return first == last ? "\(first)" : "\(first) to \(last)"
    }
    return form
  }

  private var form: String {
    switch row.kind {
    case .flag: "flag"
    case .text: "text"
    case .bytes: "bytes"
    case .boxes: "boxes"
    case .recursion: "the same structure again"
    case .reserved(let value): value == 0 ? "reserved" : "reserved, 0x\(String(value, radix: 16))"
    case .number(let format, let isSigned): BoxSyntaxText.kind(format, isSigned: isSigned)
    }
  }

  private static func kind(_ format: FieldFormat, isSigned: Bool) -> String {
    switch format {
    case .decimal: isSigned ? "signed number" : "number"
    case .hex: "bits"
    case .fourCC: "four characters"
    case .fixed(let fraction): "fixed point, \(fraction) bits of fraction"
    case .seconds1904: "seconds since 1904"
    case .language: "language"
    case .float: "floating point"
    case .names: "one of"
    case .flags: "flags"
    case .offset(let offset): BoxSyntaxText.kind(offset)
    }
  }

  private static func kind(_ offset: OffsetField) -> String {
    switch offset {
    case .position(let origin, _): "position, counted from \(text(origin))"
    case .base(let origin, _): "base of positions, counted from \(text(origin))"
    case .size(.previousOffset): "size of what is there"
    case .size(.parent): "size of the box around"
    case .size(.restOfFile): "size of the rest of the file"
    }
  }

  private static func text(_ origin: OffsetField.Origin) -> String {
    switch origin {
    case .file: "the start of the file"
    case .outermostFile: "the start of the outermost file"
    case .sampleData: "the base of the fragment"
    case .itemData: "the start of idat's data"
    case .item: "the start of another item"
    case .otherFile: "the start of another file"
    case .endOfBox: "the end of the box"
    case .subsegments: "the end of sidx"
    case .previousOffset: "the position before"
    case .base: "the base"
    }
  }

  /// Values that mean something, in order: `0` with `file`.
  var values: [(value: String, meaning: String)] {
    guard case .number(let format, _) = row.kind else { return [] }
    switch format {
    case .names(let names): return names.all.map { ("\($0.value)", $0.name) }
    case .flags(let names):
      return names.flags.map { flag in
        let mask = "0x" + String(flag.mask, radix: 16)
        return (
          flag.mask == flag.value ? mask : "\(mask): \(String(flag.value, radix: 16))", flag.name
        )
      }
    default: return []
    }
  }
}

/// A line of a syntax: a structure that starts, or a field.
enum SyntaxLine {
  /// - Parameter presence: the condition for the whole group; empty if it is always present, or if its fields differ.
  case group(name: String, depth: Int, presence: String)
  /// - Parameter presence: the condition under which it exists; empty if it always does, or if a structure around it
  ///   states it.
  case field(BoxSyntaxText, depth: Int, presence: String)

  /// The lines of a table, from top to bottom.
  static func lines(of table: SyntaxTable) -> [SyntaxLine] {
    let rows = table.rows.map { BoxSyntaxText($0, of: table) }
    var lines: [SyntaxLine] = []
    // The open structures, each with the condition of its fields.
    var open: [(name: String, presence: String)] = []
    for (index, field) in rows.enumerated() {
      let groups = field.row.path.dropLast()
      var common = 0
      while common < min(groups.count, open.count), groups[common] == open[common].name {
        common += 1
      }
      open.removeSubrange(common...)
      for depth in common..<groups.count {
        let inside = rows[index...].prefix { $0.row.path.starts(with: groups.prefix(depth + 1)) }
        let isTheSame = inside.allSatisfy { $0.presence == field.presence }
        let isSaid = open.contains { !$0.presence.isEmpty }
        let presence = isTheSame && !isSaid && inside.count > 1 ? field.presence : ""
        lines.append(.group(name: groups[depth], depth: depth, presence: presence))
        open.append((groups[depth], presence))
      }
      let isSaid = open.contains { !$0.presence.isEmpty }
      lines.append(.field(field, depth: groups.count, presence: isSaid ? "" : field.presence))
    }
    return lines
  }
}
