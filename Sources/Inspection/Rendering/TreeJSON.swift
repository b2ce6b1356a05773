public import ISOBMFF

/// The box tree as JSON: an array of boxes, each with its content in file order.
public final class TreeJSON: FieldSink {
  private var json: JSONWriter
  private let options: TreeOptions
  private var position: TreePosition

  public init(_ json: JSONWriter, options: TreeOptions) {
    self.json = json
    self.options = options
    position = TreePosition(options)
  }

  /// The writer behind this one's output.
  public var writer: JSONWriter { json }

  private func property(_ key: String, _ value: String) {
    json.key(key)
    json.string(value)
  }
  private func property(_ key: String, _ value: Int) {
    json.key(key)
    json.integer(value)
  }

  public func open(_ group: FieldGroup) -> Bool {
    let (isEntered, isShown) = position.open(group)
    guard isShown else { return isEntered }
    json.open(.object)
    switch group.kind {
    case .structure: property("group", group.name)
    case .box(let headerSize, let title, let specification):
      property("box", group.name)
      if !title.isEmpty { property("name", title) }
      if !specification.isEmpty { property("specification", specification) }
      property("offset", group.fileRange.lowerBound)
      property("size", group.fileRange.count)
      property("headerSize", headerSize)
    }
    if isEntered {
      json.key("content")
      json.open(.array)
    } else {
      json.close(.object)
    }
    return isEntered
  }

  public func close(_ group: FieldGroup) {
    if position.isShown {
      json.close(.array)
      json.close(.object)
    }
    position.close(group)
  }

  public func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    guard position.isShown else { return }
    json.open(.object)
    property("field", name)
    json.key("value")
    write(value, bits: bits.count)
    if case .uint(_, .names(let names)) = value, let meaning = value.number.flatMap({ names[$0] }) {
      property("meaning", meaning)
    }
    property("bitOffset", bits.lowerBound)
    property("bits", bits.count)
    json.close(.object)
  }

  private func write(_ value: FieldValue, bits: Int) {
    switch value {
    case .flag(let flag): json.bool(flag)
    case .text(let text): json.string(text.string)
    case .bytes(let bytes):
      json.open(.object)
      property("count", bytes.count)
      property("hex", Hex.packed(bytes.prefix(options.byteLimit)))
      json.close(.object)
    case .int(let number, .fixed(let fraction)): json.number(Double(number) / Double(1 << fraction))
    case .int(let number, _): json.integer(number)
    case .uint(let number, let format):
      switch format {
      case .fourCC: json.string("\(FourCC(rawValue: UInt32(truncatingIfNeeded: number)))")
      case .fixed(let fraction): json.number(Double(number) / Double(1 << fraction))
      case .language:
        if let code = Language.code(number) { json.string(code) } else { json.integer(number) }
      case .float:
        json.number(
          bits == 32
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
            : Double(bitPattern: number))
      case .decimal, .hex, .seconds1904, .fileOffset, .names: json.integer(number)
      }
    }
  }

  public func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    guard position.isShown else { return }
    let columns = table.columns.indices.filter { table.columns[$0].bits > 0 }
    json.open(.object)
    property("table", name)
    property("count", table.count)
    json.key("columns")
    json.open(.array)
    for column in columns { json.string(table.columns[column].name) }
    json.close(.array)
    property("bitOffset", bits.lowerBound)
    property("bits", bits.count)
    json.key("rows")
    json.open(.array)
    for row in 0..<min(table.count, options.rowLimit) {
      let values = table.values(ofRow: row)
      json.open(.array)
      for column in columns { write(values[column].value, bits: table.columns[column].bits) }
      json.close(.array)
    }
    json.close(.array)
    json.close(.object)
  }

  public func damage(_ error: FieldError) {
    guard position.isShown else { return }
    json.open(.object)
    property("damage", "\(error.reason)")
    property("path", error.path.joined(separator: "/"))
    property("offset", error.offset)
    json.close(.object)
  }
}

extension FieldValue {
  fileprivate var number: UInt64? { if case .uint(let number, _) = self { number } else { nil } }
}
