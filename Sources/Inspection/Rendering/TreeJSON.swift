public import ISOBMFF

/// The box tree as JSON: an array of boxes, each with its content in file order. Payloads of items
/// make such an array too.
public final class TreeJSON: FieldSink {
  fileprivate var json: JSONWriter
  private let options: TreeOptions
  private var position: TreePosition

  public init(_ json: JSONWriter, options: TreeOptions) {
    self.json = json
    self.options = options
    position = TreePosition(options)
  }

  public func open(_ group: FieldGroup) -> Bool {
    let (isEntered, isShown) = position.open(group)
    if isShown { json.open(group, isEntered: isEntered) }
    return isEntered
  }

  public func close(_ group: FieldGroup) {
    if position.isShown { json.closeGroup() }
    position.close(group)
  }

  public func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    guard position.isShown else { return }
    json.field(name, value, bits: bits, byteLimit: position.byteLimit)
  }

  public func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    guard position.isShown else { return }
    json.table(name, table, bits: bits, rowLimit: options.rowLimit)
  }

  public func damage(_ error: FieldError) {
    if position.isShown { json.damage(error) }
  }
}

extension JSONWriter {
  /// An array of what is told to a sink.
  mutating func tree(_ key: String, _ options: TreeOptions, _ describe: (TreeJSON) -> Void) {
    self.key(key)
    open(.array)
    let sink = TreeJSON(self, options: options)
    describe(sink)
    self = sink.json
    close(.array)
  }

  private mutating func property(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }
  private mutating func property(_ key: String, _ value: Int) {
    self.key(key)
    integer(value)
  }

  fileprivate mutating func open(_ group: FieldGroup, isEntered: Bool) {
    open(.object)
    switch group.kind {
    case .structure: property("group", group.name)
    case .box(let headerSize, let title, let specification):
      property("box", group.name)
      if !title.isEmpty { property("name", title) }
      if !specification.isEmpty { property("specification", specification) }
      property("offset", group.fileRange.lowerBound)
      property("size", group.fileRange.count)
      property("headerSize", headerSize)
    case .item(let id, let title, let specification):
      property("item", Int(id))
      property("type", group.name)
      if !title.isEmpty { property("name", title) }
      property("specification", specification)
      property("offset", group.fileRange.lowerBound)
      property("size", group.fileRange.count)
    }
    if isEntered {
      key("content")
      open(.array)
    } else {
      close(.object)
    }
  }

  fileprivate mutating func closeGroup() {
    close(.array)
    close(.object)
  }

  fileprivate mutating func field(
    _ name: String, _ value: FieldValue, bits: Range<Int>, byteLimit: Int
  ) {
    open(.object)
    property("field", name)
    key("value")
    write(value, bits: bits.count, byteLimit: byteLimit)
    if case .uint(let number, .names(let names)) = value, let meaning = names[number] {
      property("meaning", meaning)
    }
    property("bitOffset", bits.lowerBound)
    property("bits", bits.count)
    close(.object)
  }

  private mutating func write(_ value: FieldValue, bits: Int, byteLimit: Int) {
    switch value {
    case .flag(let flag): bool(flag)
    case .text(let text): string(text.string)
    case .bytes(let bytes):
      open(.object)
      property("count", bytes.count)
      key("hex")
      hex(bytes.prefix(byteLimit))
      close(.object)
    case .int(let number, .fixed(let fraction)): self.number(Double(number) / Double(1 << fraction))
    case .int(let number, _): integer(number)
    case .uint(let number, let format):
      switch format {
      case .fourCC: string("\(FourCC(rawValue: UInt32(truncatingIfNeeded: number)))")
      case .fixed(let fraction): self.number(Double(number) / Double(1 << fraction))
      case .language:
        if let code = Language.code(number) { string(code) } else { integer(number) }
      case .float:
        self.number(
          bits == 32
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
            : Double(bitPattern: number))
      case .decimal, .hex, .seconds1904, .fileOffset, .names: integer(number)
      }
    }
  }

  fileprivate mutating func table(
    _ name: String, _ table: FieldTable, bits: Range<Int>, rowLimit: Int
  ) {
    let columns = table.columns.enumerated().filter { $0.element.bits > 0 }
    open(.object)
    property("table", name)
    property("count", table.count)
    key("columns")
    open(.array)
    for (_, column) in columns { string(column.name) }
    close(.array)
    property("bitOffset", bits.lowerBound)
    property("bits", bits.count)
    key("rows")
    open(.array)
    table.forEachRow(0..<min(table.count, rowLimit)) { _, row in
      open(.array)
      for (index, column) in columns {
        write(column.value(row[index]), bits: column.bits, byteLimit: 0)
      }
      close(.array)
    }
    close(.array)
    close(.object)
  }

  fileprivate mutating func damage(_ error: FieldError) {
    open(.object)
    property("damage", "\(error.reason)")
    property("path", error.path.joined(separator: "/"))
    property("offset", error.offset)
    close(.object)
  }
}
