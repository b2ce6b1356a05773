public import ISOBMFF
public import JSON

/// The box tree as indented text.
public final class TreeText: FieldSink {
  private let output: Output
  private let options: TreeOptions
  private let style: Style
  private let bytes: Bytes
  private let level: Int
  private var position: TreePosition
  /// Whether anything was shown: a path may lead nowhere.
  public private(set) var isEmpty = true

  /// - Parameters:
  ///   - bytes: the file, for hexadecimal views.
  ///   - level: how far what is outermost is indented.
  public init(
    _ output: Output, bytes: Bytes, options: TreeOptions, style: Style = Style(), level: Int = 0
  ) {
    self.output = output
    self.bytes = bytes
    self.options = options
    self.style = style
    self.level = level
    position = TreePosition(options)
  }

  private func line(_ text: String, level inside: Int? = nil) {
    isEmpty = false
    output.line(String(repeating: "  ", count: max(0, level + (inside ?? position.level))) + text)
  }

  public func open(_ group: FieldGroup) -> Bool {
    let level = position.level
    let (isEntered, isShown) = position.open(group)
    guard isShown else { return isEntered }
    switch group.kind {
    case .structure: line(style.name(group.name), level: level)
    case .box(_, let title, let specification):
      heading(group.name, group, [title, specification], level)
    case .item(let id, let title, let specification):
      heading("item \(id), \(group.name)", group, [title, specification], level)
    }
    return isEntered
  }

  private func heading(_ name: String, _ group: FieldGroup, _ names: [String], _ level: Int) {
    let names = names.filter { !$0.isEmpty }.joined(separator: ", ")
    line(
      style.strong(printable(name)) + " "
        + style.faint(
          "\(counted(group.fileRange.count, "byte")) at \(group.fileRange.lowerBound)"
            + (names.isEmpty ? "" : " · \(names)")),
      level: level)
  }

  public func close(_ group: FieldGroup) { position.close(group) }

  public func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    guard position.isShown else { return }
    if case .bytes(let data) = value {
      line(
        "\(style.name(name)) = \(counted(data.count, "byte"))\(options.showsHex ? "" : ": " + value.text(bits: 0))"
      )
      if options.showsHex {
        Hex.dump(data, limit: position.byteLimit) {
          line(style.faint($0), level: position.level + 1)
        }
      }
      return
    }
    line("\(style.name(name)) = \(value.text(bits: bits.count))\(hex(bits))")
  }

  /// The bytes of a field, behind its value.
  private func hex(_ bits: Range<Int>) -> String {
    guard options.showsHex, !bits.isEmpty else { return "" }
    let start = bits.lowerBound / 8 - bytes.fileOffset
    guard let part = bytes.part(start..<(bits.upperBound + 7) / 8 - bytes.fileOffset) else {
      return ""
    }
    let inside = bits.lowerBound % 8 == 0 && bits.count % 8 == 0
    let place =
      inside ? "" : " bits \(bits.lowerBound % 8)–\(bits.lowerBound % 8 + bits.count - 1)"
    return style.faint(
      "  [\(bits.lowerBound / 8)\(place): \(Hex.spaced(part.prefix(16)))\(part.count > 16 ? " …" : "")]"
    )
  }

  public func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    guard position.isShown else { return }
    line("\(style.name(name)) = \(counted(table.count, "row"))")
    let columns = table.columns.enumerated().filter { $0.element.bits > 0 }
    let shown = options.rows(of: table)
    table.forEachRow(shown) { index, row in
      let cells = columns.map { number, column in
        "\(column.name) = \(column.value(row[number]).text(bits: column.bits))"
      }
      line(style.faint("[\(index)] ") + cells.joined(separator: ", "), level: position.level + 1)
    }
    if !shown.isEmpty, shown.count < table.count {
      line(
        style.faint("… \(counted(table.count - shown.count, "more row")) (--all)"),
        level: position.level + 1)
    }
  }

  public func damage(_ error: FieldError) {
    guard position.isShown else { return }
    line(style.alarm("damaged: \(error)"))
  }
}
