public import ISOBMFF
public import Text

/// The box tree as indented text.
public final class TreeText: FieldSink {
  private let output: TextOutput
  private let options: TreeOptions
  private let style: ReportTextStyle
  private let bytes: Bytes
  private let level: Int
  private var position: TreePosition
  /// The line that is being written.
  private var text: [UInt8] = []
  /// Whether nothing was shown, for example because a path does not exist.
  public private(set) var isEmpty = true

  /// - Parameters:
  ///   - bytes: the bytes of the file, for hexadecimal views.
  ///   - level: the indentation level of the outermost boxes.
  public init(
    _ output: TextOutput, bytes: Bytes, options: TreeOptions,
    style: ReportTextStyle = ReportTextStyle(), level: Int = 0
  ) {
    self.output = output
    self.bytes = bytes
    self.options = options
    self.style = style
    self.level = level
    position = TreePosition(options)
  }

  /// Writes a line, which `write` appends to the indentation.
  private func line(level inside: Int? = nil, _ write: (inout [UInt8]) -> Void) {
    isEmpty = false
    text.removeAll(keepingCapacity: true)
    let width = 2 * max(0, level + (inside ?? position.level))
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: width))
    write(&text)
    text.append(UInt8(ascii: "\n"))
    output.put(text)
  }

  private func line(_ text: String, level inside: Int? = nil) {
    line(level: inside) { $0 += text.utf8 }
  }

  /// Writes the line of a box, an item or an element. Its content is indented.
  public func open(_ group: FieldGroup) -> Bool {
    let level = position.level
    let (isEntered, isShown) = position.open(group)
    guard isShown else { return isEntered }
    switch group.kind {
    case .structure: line(style.name(group.name), level: level)
    case .box(_, let title, let specification):
      let name = printable(position.path ?? group.name)
      heading(
        style.box(name, type: group.name.prefix(4), isKnown: !title.isEmpty), group,
        [title, specification], level)
    case .segment(let title, let specification):
      heading(style.strong(printable(group.name)), group, [title, specification], level)
    case .item(let id, let title, let specification):
      heading(
        style.strong(printable("item \(id), \(group.name)")), group, [title, specification], level)
    }
    return isEntered
  }

  private func heading(_ name: String, _ group: FieldGroup, _ names: [String], _ level: Int) {
    line(level: level) { text in
      text += name.utf8
      text += " \(style.faintly.start)".utf8
      text += counted(group.fileRange.count, "byte").utf8
      text += " at ".utf8
      text.append(decimal: UInt64(group.fileRange.lowerBound))
      var separator = " · "
      for name in names where !name.isEmpty {
        text += separator.utf8
        text += name.utf8
        separator = ", "
      }
      text += style.faintly.end.utf8
    }
  }

  /// Ends the group that was opened last.
  public func close(_ group: FieldGroup) { position.close(group) }

  /// Writes the line of a field, with its bytes if the options request it.
  public func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    guard position.isShown else { return }
    line { text in
      text += style.name(name).utf8
      text += " = ".utf8
      guard case .bytes(let data) = value else {
        text.append(value, bits: bits.count)
        if options.showsHex { text += hex(bits).utf8 }
        return
      }
      text += counted(data.count, "byte").utf8
      guard !options.showsHex, data.prefixMissing(16) == nil else { return }
      text += ": ".utf8
      text.append(value, bits: 0)
    }
    guard case .bytes(let data) = value else { return }
    let limit = options.showsHex ? position.byteLimit : 16
    if let problem = data.prefixMissing(limit) {
      notRead(problem, bits)
    } else if options.showsHex {
      HexText.dump(data, limit: position.byteLimit) {
        line(style.faint($0), level: position.level + 1)
      }
    }
  }

  /// The bytes of a field, which follow its value.
  private func hex(_ bits: Range<Int>) -> String {
    guard !bits.isEmpty else { return "" }
    let start = bits.lowerBound / 8 - bytes.fileOffset
    guard let part = bytes.part(start..<(bits.upperBound + 7) / 8 - bytes.fileOffset) else {
      return ""
    }
    let inside = bits.lowerBound % 8 == 0 && bits.count % 8 == 0
    let detail =
      inside ? "" : " bits \(bits.lowerBound % 8)–\(bits.lowerBound % 8 + bits.count - 1)"
    return style.faint(
      "  [\(bits.lowerBound / 8)\(detail): \(HexText.spaced(part.prefix(16)))\(part.count > 16 ? " …" : "")]"
    )
  }

  /// Writes a table, with all rows or with the first rows, depending on the options.
  public func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    guard position.isShown else { return }
    line("\(style.name(name)) = \(counted(table.count, "row"))")
    let shown = options.rows(of: table)
    if let problem = table.missing(shown) { return notRead(problem, bits) }
    write(shown, of: table)
    if !shown.isEmpty, shown.count < table.count {
      line(
        style.faint("… \(counted(table.count - shown.count, "more row")) (--all)"),
        level: position.level + 1)
    }
  }

  /// The largest part of a dump: the common part of the rows is prepared.
  private func write(_ rows: Range<Int>, of table: FieldTable) {
    let columns = Array(table.columns.enumerated()).filter { $0.1.bits > 0 }
    let (start, end) = style.faintly
    let indentation = String(repeating: "  ", count: max(0, level + position.level + 1))
    var line = NumberRowWriter("\(indentation)\(start)[")
    line.number(.index)
    line.text("] \(end)")
    let head = line
    for (shown, (number, column)) in columns.enumerated() {
      line.text("\(shown == 0 ? "" : ", ")\(column.name) = ")
      line.number(.column(number, isSigned: column.isSigned))
    }
    line.text("\n")
    if columns.allSatisfy({ $0.1.isDecimal }) {
      return table.forEachRow(rows) { output.put(line, index: $0, row: $1) }
    }
    var text: [UInt8] = []
    table.forEachRow(rows) { index, row in
      text.removeAll(keepingCapacity: true)
      text.append(head, index: index, row: row)
      for (shown, (number, column)) in columns.enumerated() {
        if shown > 0 { text += ", ".utf8 }
        text += column.name.utf8
        text += " = ".utf8
        text.append(column.value(row[number]), bits: column.bits)
      }
      text.append(UInt8(ascii: "\n"))
      output.put(text)
    }
  }

  /// Writes a damage, with its offset.
  public func damage(_ error: FieldError) {
    guard position.isShown else { return }
    if case .notRead = error.reason { return line(style.alarm("not read: \(error)")) }
    line(style.alarm("damaged: \(error)"))
  }

  /// Writes why a value is not shown.
  private func notRead(_ problem: String, _ bits: Range<Int>) {
    let error = FieldError(.notRead(problem), offset: bits.lowerBound / 8)
    line(style.alarm("not read: \(error)"), level: position.level + 1)
  }
}

extension FieldTable.Column {
  /// Whether its values are decimal numbers without further text.
  fileprivate var isDecimal: Bool {
    switch format {
    case .decimal, .offset: true
    default: false
    }
  }
}

extension Bytes {
  /// The reason why the first `count` of these bytes cannot be read; nil if they can.
  func prefixMissing(_ count: Int) -> String? { part(0..<Swift.min(count, self.count))?.missing }
}
