import ISOBMFF
import Text

/// The box tree as JSON: an array of boxes, each with its content in file order. Payloads of items
/// make such an array too.
final class TreeJSON: FieldSink {
  fileprivate var json: JSONWriter
  private let options: TreeOptions
  private var position: TreePosition

  /// Writes to `json` at its position: in an open array.
  init(_ json: JSONWriter, options: TreeOptions) {
    self.json = json
    self.options = options
    position = TreePosition(options)
  }

  /// Starts the object of a box, an item or an element.
  func open(_ group: FieldGroup) -> Bool {
    let (isEntered, isShown) = position.open(group)
    if isShown { json.open(group, path: position.path, isEntered: isEntered) }
    return isEntered
  }

  /// Ends the object that was started last.
  func close(_ group: FieldGroup) {
    if position.isShown { json.closeGroup() }
    position.close(group)
  }

  /// Writes a field with its value and its offset in the file.
  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    guard position.isShown else { return }
    let limit = position.byteLimit
    json.field(name, value, bits: bits, byteLimit: limit)
    if case .bytes(let data) = value, let problem = data.prefixMissing(limit) {
      json.damage(FieldError(.notRead(problem), offset: bits.lowerBound / 8))
    }
  }

  /// Writes a table with its rows, or the first of them, as the options ask.
  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    guard position.isShown else { return }
    let shown = options.rows(of: table)
    let problem = table.missing(shown)
    json.table(name, table, bits: bits, shown: problem == nil ? shown : 0..<0)
    if let problem { json.damage(FieldError(.notRead(problem), offset: bits.lowerBound / 8)) }
  }

  /// Writes what could not be read, and where.
  func damage(_ error: FieldError) {
    if position.isShown { json.damage(error) }
  }
}

extension FieldTable.Column {
  /// Whether its values are whole numbers in JSON.
  fileprivate var isWholeNumber: Bool {
    switch format {
    case .decimal, .hex, .seconds1904, .offset, .names, .flags: true
    case .fourCC, .fixed, .language, .float: false
    }
  }
}

extension JSONWriter {
  /// An array of the fields that a sink gets.
  mutating func tree(_ key: String, _ options: TreeOptions, _ describe: (TreeJSON) -> Void) {
    self.key(key)
    open(.array)
    let sink = TreeJSON(self, options: options)
    describe(sink)
    self = sink.json
    close(.array)
  }

  /// - Parameter path: the way to the box, if it is to be said.
  fileprivate mutating func open(_ group: FieldGroup, path: String?, isEntered: Bool) {
    switch group.kind {
    case .structure:
      verbatim(#"{"group":"#, startsElement: true)
      string(group.name)
    case .box(let headerSize, let title, let specification):
      verbatim(#"{"box":"#, startsElement: true)
      string(group.name)
      if let path {
        verbatim(#","path":"#)
        string(path)
      }
      describe(title, specification, group.fileRange)
      verbatim(#","headerSize":"#)
      integer(headerSize)
    case .segment(let title, let specification):
      verbatim(#"{"segment":"#, startsElement: true)
      string(group.name)
      describe(title, specification, group.fileRange)
    case .item(let id, let title, let specification):
      verbatim(#"{"item":"#, startsElement: true)
      integer(id)
      verbatim(#","type":"#)
      string(group.name)
      describe(title, specification, group.fileRange)
    }
    if isEntered {
      verbatim(#","content":"#)
      open(.array)
    } else {
      endElement("}")
    }
  }

  /// The name and the range of a box or item.
  private mutating func describe(_ title: String, _ specification: String, _ range: Range<Int>) {
    if !title.isEmpty {
      verbatim(#","name":"#)
      string(title)
    }
    if !specification.isEmpty {
      verbatim(#","specification":"#)
      string(specification)
    }
    verbatim(#","offset":"#)
    integer(range.lowerBound)
    verbatim(#","size":"#)
    integer(range.count)
  }

  fileprivate mutating func closeGroup() {
    close(.array)
    endElement("}")
  }

  fileprivate mutating func field(
    _ name: String, _ value: FieldValue, bits: Range<Int>, byteLimit: Int
  ) {
    verbatim(#"{"field":"#, startsElement: true)
    string(name)
    verbatim(#","value":"#)
    write(value, bits: bits.count, byteLimit: byteLimit)
    if case .uint(let number, let format) = value, let meaning = format.meaning(of: number) {
      verbatim(#","meaning":"#)
      string(meaning)
    }
    range(bits)
    endElement("}")
  }

  /// The range of a field or table.
  private mutating func range(_ bits: Range<Int>) {
    verbatim(#","bitOffset":"#)
    integer(bits.lowerBound)
    verbatim(#","bits":"#)
    integer(bits.count)
  }

  mutating func write(_ value: FieldValue, bits: Int, byteLimit: Int) {
    switch value {
    case .flag(let flag): bool(flag)
    case .text(let text): string(text.string)
    case .bytes(let bytes):
      verbatim(#"{"count":"#)
      integer(bytes.count)
      verbatim(#","hex":"#)
      let shown = bytes.prefixMissing(byteLimit) == nil ? byteLimit : 0
      hex(bytes.prefix(shown))
      endElement("}")
    case .int(let number, .fixed(let fraction)): self.number(Double(number) / Double(1 << fraction))
    case .int(let number, _): integer(number)
    case .uint(let number, let format):
      switch format {
      case .fourCC: string(FourCC(rawValue: UInt32(truncatingIfNeeded: number)).latin1)
      case .fixed(let fraction): self.number(Double(number) / Double(1 << fraction))
      case .language:
        if let code = PackedLanguage.letters(number) { string(code) } else { integer(number) }
      case .float:
        self.number(
          bits == 32
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
            : Double(bitPattern: number))
      case .decimal, .hex, .seconds1904, .offset, .names, .flags: integer(number)
      }
    }
  }

  fileprivate mutating func table(
    _ name: String, _ table: FieldTable, bits: Range<Int>, shown: Range<Int>
  ) {
    let columns = Array(table.columns.enumerated()).filter { $0.1.bits > 0 }
    verbatim(#"{"table":"#, startsElement: true)
    string(name)
    verbatim(#","count":"#)
    integer(table.count)
    verbatim(#","columns":"#)
    open(.array)
    for (_, column) in columns { string(column.name) }
    close(.array)
    range(bits)
    verbatim(#","rows":"#)
    open(.array)
    rows(shown, of: table, columns)
    close(.array)
    endElement("}")
  }

  private mutating func rows(
    _ shown: Range<Int>, of table: FieldTable, _ columns: [(Int, FieldTable.Column)]
  ) {
    if columns.allSatisfy({ $0.1.isWholeNumber }) {
      var line = NumberRowWriter("[")
      for (number, (index, column)) in columns.enumerated() {
        if number > 0 { line.text(",") }
        line.number(.column(index, isSigned: column.isSigned))
      }
      line.text("]")
      return table.forEachRow(shown) { element(line, index: $0, row: $1) }
    }
    table.forEachRow(shown) { _, row in
      open(.array)
      for (index, column) in columns {
        write(column.value(row[index]), bits: column.bits, byteLimit: 0)
      }
      close(.array)
    }
  }

  fileprivate mutating func damage(_ error: FieldError) {
    verbatim(#"{"damage":"#, startsElement: true)
    string("\(error.reason)")
    verbatim(#","path":"#)
    string(error.path.joined(separator: "/"))
    verbatim(#","offset":"#)
    integer(error.offset)
    endElement("}")
  }
}
