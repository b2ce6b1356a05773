extension FieldCoder {
  /// A part that starts with its size in bytes, a number of `bits`; bytes that `body` does not read are an error.
  mutating func part(
    _ bits: Int, _ name: StaticString, _ body: (inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    try part(name) { (size, f) throws(FieldError) in
      try f.uint(bits, name, &size)
    } body: { (f) throws(FieldError) in
      try body(&f)
    }
  }

  /// A part whose size in bytes is stated by `size`; bytes that `body` does not read are an error.
  mutating func part(
    _ name: StaticString, size: (inout UInt64, inout FieldCoder) throws(FieldError) -> Void,
    body: (inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    var count: UInt64 = 0
    guard !isDecoding else {
      try size(&count, &self)
      var inner = try inner(try take(Int(clamping: count)))
      try body(&inner)
      guard inner.isAtEnd || outline != nil else {
        throw inner.error(.invalid("\(name) is too big"))
      }
      damage += inner.damage
      return
    }
    var inner = innerWriter()
    try body(&inner)
    count = UInt64(inner.writer.count)
    try size(&count, &self)
    writer.write(inner.writer)
  }

  /// The 16 bytes of a UUID, with its name if it has one.
  mutating func uuid(
    _ name: StaticString, _ value: inout UserType, as names: [UserType: String] = [:]
  ) throws(FieldError) {
    var bytes = value.bytes
    try self.bytes(name, &bytes, count: .exactly(16)) { bytes in
      UserType(bytes).map { id in
        .text(Text(names[id].map { "\(id) (\($0))" } ?? "\(id)", form: .plain))
      }
    }
    value = UserType(bytes) ?? value
  }
}

extension UserType {
  /// Reads the type. Nil unless there are 16 bytes.
  package init?(_ bytes: Bytes) {
    var f = FieldCoder(decoding: bytes)
    self.init(high: 0, low: 0)
    do throws(FieldError) {
      try f.uint(64, "high", &high)
      try f.uint(64, "low", &low)
    } catch { return nil }
    guard f.isAtEnd else { return nil }
  }

  var bytes: Bytes {
    Bytes(
      [high, low].flatMap { part in
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: part >> $0) }
      })
  }
}

extension FieldCodable {
  /// The structure in `bytes`, if writing it returns exactly these bytes.
  init?(whole bytes: Bytes) {
    guard let value = try? Self(decoding: bytes), let written = try? value.encoded(),
      bytes.elementsEqual(written)
    else { return nil }
    self = value
  }
}
