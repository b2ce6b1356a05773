public import FieldCoding

/// The content of a data tag (annex E.4.4.1): a name such as `onMetaData`, and its value.
public struct ScriptData: FieldCodable {
  public var name = AMFValue.string(Text("onMetaData", form: .plain))
  public var value = AMFValue.ecmaArray([])

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.within("Name") { (f) throws(FieldError) in try name.fields(&f, depth: 0) }
    try f.within("Value") { (f) throws(FieldError) in try value.fields(&f, depth: 0) }
  }
}

/// A value of the Action Message Format, version 0 (annex E.4.4.2).
public indirect enum AMFValue: Equatable, Sendable {
  case number(Double)
  case boolean(Bool)
  case string(Text)
  case object([AMFProperty])
  case null
  case undefined
  case ecmaArray([AMFProperty])
  case strictArray([AMFValue])
  /// Milliseconds since 1970, and a time zone, which is not used.
  case date(Double, zone: Int16)
  case longString(Text)

  /// A text of our own making.
  public init(_ text: String) {
    let text = Text(text, form: .plain)
    self = text.bytes.count > 0xFFFF ? .longString(text) : .string(text)
  }

  private var marker: UInt8 {
    switch self {
    case .number: 0
    case .boolean: 1
    case .string: 2
    case .object: 3
    case .null: 5
    case .undefined: 6
    case .ecmaArray: 8
    case .strictArray: 10
    case .date: 11
    case .longString: 12
    }
  }

  private static let names: ValueNames = [
    0: "number", 1: "boolean", 2: "string", 3: "object", 5: "null", 6: "undefined",
    8: "ECMA array", 9: "object end", 10: "strict array", 11: "date", 12: "long string",
  ]

  /// The maximum depth of values in values; in real files, they are four deep.
  private static let deepest = 16

  mutating func fields(_ f: inout FieldCoder, depth: Int) throws(FieldError) {
    guard depth < AMFValue.deepest else {
      throw f.error(.invalid("values are nested more than \(AMFValue.deepest) deep"))
    }
    var marker = marker
    let start = f.offset
    try f.uint(8, "Type", &marker, as: .names(AMFValue.names))
    switch marker {
    case 0:
      var value = number ?? 0
      try f.double("Value", &value)
      self = .number(value)
    case 1:
      var value: UInt8 = self == .boolean(true) ? 1 : 0
      try f.uint(8, "Value", &value)
      self = .boolean(value != 0)
    case 2:
      var value = text ?? Text("", form: .plain)
      try f.text("Value", &value, count: .bits(16, "Length"))
      self = .string(value)
    case 3:
      var value = properties
      try f.properties(&value, depth: depth)
      self = .object(value)
    case 5: self = .null
    case 6: self = .undefined
    case 8:
      var value = properties
      // The approximate number of properties; the end is marked.
      var count = UInt32(clamping: value.count)
      try f.uint(32, "ECMAArrayLength", &count)
      try f.properties(&value, depth: depth)
      self = .ecmaArray(value)
    case 10:
      var value: [AMFValue] = []
      if case .strictArray(let values) = self { value = values }
      try f.list("Values", &value, count: .bits(32, "StrictArrayLength"), of: .null) {
        (value, f) throws(FieldError) in
        try value.fields(&f, depth: depth + 1)
      }
      self = .strictArray(value)
    case 11:
      var (time, zone) = (0.0, Int16(0))
      if case .date(let stated, let statedZone) = self { (time, zone) = (stated, statedZone) }
      try f.double("DateTime", &time)
      try f.int(16, "LocalDateTimeOffset", &zone)
      self = .date(time, zone: zone)
    case 12:
      var value = text ?? Text("", form: .plain)
      try f.text("Value", &value, count: .bits(32, "Length"))
      self = .longString(value)
    default:
      throw FieldError(
        .invalid("is a value of the type \(marker), which is not known"), offset: start)
    }
  }

  /// The number, of one.
  public var number: Double? {
    if case .number(let value) = self { return value }
    return nil
  }

  /// The text, of a string.
  public var text: Text? {
    switch self {
    case .string(let value), .longString(let value): value
    default: nil
    }
  }

  /// The properties of an object or an array with names.
  public var properties: [AMFProperty] {
    switch self {
    case .object(let value), .ecmaArray(let value): value
    default: []
    }
  }
}

/// A value with a name.
public struct AMFProperty: Equatable, Sendable {
  public var name: Text
  public var value: AMFValue

  /// A property with this name.
  public init(_ name: String, _ value: AMFValue) {
    self.name = Text(name, form: .plain)
    self.value = value
  }

  fileprivate init() { self.init("", .null) }
}

extension FieldCoder {
  fileprivate mutating func double(
    _ name: StaticString, _ value: inout Double
  ) throws(FieldError) {
    var bits = value.bitPattern
    try uint(64, name, &bits, as: .float)
    value = Double(bitPattern: bits)
  }

  /// Properties up to an empty name, which is followed by the end marker.
  fileprivate mutating func properties(
    _ list: inout [AMFProperty], depth: Int
  ) throws(FieldError) {
    var end = AMFProperty()
    if isDecoding { list = [] }
    var index = 0
    while isDecoding || index < list.count {
      var property = isDecoding ? AMFProperty() : list[index]
      var isEnd = false
      let start = offset
      try within("Properties[\(index)]") { (f) throws(FieldError) in
        try f.text("Name", &property.name, count: .bits(16, "NameLength"))
        isEnd = property.name.bytes.isEmpty
        if isEnd { try f.endMark() } else { try property.value.fields(&f, depth: depth + 1) }
      }
      guard !isEnd else {
        guard isDecoding else {
          throw FieldError(.invalid("a property has no name"), offset: start)
        }
        return
      }
      if isDecoding {
        try spendElement()
        list.append(property)
      }
      index += 1
    }
    try text("Name", &end.name, count: .bits(16, "NameLength"))
    try endMark()
  }

  private mutating func endMark() throws(FieldError) {
    var mark: UInt8 = 9
    try uint(8, "ObjectEndMarker", &mark)
    guard mark == 9 else {
      throw error(.invalid("properties end with the byte 9, and not with \(mark)"))
    }
  }
}
