/// Attributes of Windows Media, each with a name and one or more values. The values are little-endian.
public struct WindowsMediaAttributesBox: BoxBody {
  public static let type: FourCC = "Xtra"
  public static let specification = "Windows media"

  public var attributes: [Attribute] = []

  /// `WM/UniqueFileIdentifier`, `WM/SharedUserRating`, ...
  public struct Attribute: FieldCodable {
    public var name = Text("", form: .plain)
    public var values: [Value] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var size = UInt32(
        clamping: 12 + name.bytes.count + values.reduce(0) { $0 + 6 + $1.data.count })
      try f.uint(32, "size", &size)
      try f.text("name", &name, count: .bits(32, "name_length"))
      try f.list("values", &values, count: .bits(32, "value_count"))
    }
  }

  /// A value and its type.
  public struct Value: FieldCodable {
    public var type: UInt16 = 8
    public var data = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var size = UInt32(clamping: data.count + 6)
      let start = f.offset
      try f.uint(32, "size", &size)
      guard size >= 6 else { throw FieldError(.sizeBelowHeader(UInt64(size)), offset: start) }
      try f.uint(
        16, "type", &type, as: .names([8: "UTF-16", 19: "uint64", 21: "FILETIME", 72: "GUID"]))
      let type = type
      try f.bytes("value", &data, count: .exactly(Int(size) - 6)) { Value.meaning($0, type) }
    }

    private static func meaning(_ bytes: Bytes, _ type: UInt16) -> FieldValue? {
      switch type {
      case 8: return bytes.littleEndianUTF16.map { .text(Text($0.untilZero, form: .plain)) }
      case 19, 21:
        var number: UInt64 = 0
        var f = FieldCoder(decoding: bytes)
        guard bytes.count == 8, (try? f.littleEndian("value", &number)) != nil else { return nil }
        return .uint(number, .decimal)
      default: return nil
      }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("attributes", &attributes, count: .toEnd)
  }
}

extension String {
  fileprivate var untilZero: String { String(prefix { $0 != "\0" }) }
}
