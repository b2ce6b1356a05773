/// Reads numbers with the lowest bit first, as in JPEG XL (ISO/IEC 18181-1 Annex B), and passes them to a sink.
/// Positions count bits in reading order.
struct LowestBitReader {
  private let bytes: Bytes
  private let sink: (any FieldSink)?
  private var position = 0

  init(_ bytes: Bytes, sink: (any FieldSink)?) {
    self.bytes = bytes
    self.sink = sink
  }

  /// The number of bytes that were read; the last one perhaps partly.
  var byteCount: Int { (position + 7) / 8 }

  /// A range of numbers: its first value, and the number of bits that select one.
  typealias Values = (first: UInt64, bits: Int)

  /// `u(bits)`
  mutating func bits(_ count: Int) throws(FieldError) -> UInt64 {
    guard count <= bytes.count * 8 - position else {
      throw FieldError(
        .truncated(neededBits: count, availableBits: bytes.count * 8 - position),
        offset: bytes.fileOffset + position / 8)
    }
    var value: UInt64 = 0
    for bit in 0..<count {
      value |= UInt64(bytes[position / 8] >> UInt8(position % 8) & 1) << UInt64(bit)
      position += 1
    }
    return value
  }

  /// `u(bits)`, with a name.
  mutating func number(
    _ name: String, bits count: Int, plus first: UInt64 = 0, as format: FieldFormat = .decimal
  ) throws(FieldError) -> UInt64 {
    try told(name, as: format) { (r) throws(FieldError) in try r.bits(count) + first }
  }

  /// `Bool()`
  mutating func flag(_ name: String) throws(FieldError) -> Bool {
    let start = position
    let value = try bits(1) == 1
    sink?.field(name, .flag(value), bits: range(from: start))
    return value
  }

  /// `U32(a, b, c, d)`
  mutating func number(
    _ name: String, _ ranges: [Values], as format: FieldFormat = .decimal
  ) throws(FieldError) -> UInt64 {
    try told(name, as: format) { (r) throws(FieldError) in
      let range = ranges[Int(try r.bits(2))]
      return try r.bits(range.bits) + range.first
    }
  }

  /// `Enum(names)`
  mutating func choice(_ name: String, _ names: ValueNames) throws(FieldError) -> UInt64 {
    try number(name, [(0, 0), (1, 0), (2, 4), (18, 6)], as: .names(names))
  }

  /// `F16()`: a half-precision float.
  mutating func half(_ name: String) throws(FieldError) {
    let start = position
    let value = UInt16(try bits(16))
    let (exponent, fraction) = (Int(value >> 10 & 31), Float(value & 0x3FF) / 1024)
    let size = exponent == 0 ? fraction * 0x1p-14 : (1 + fraction) * Float.power(exponent - 15)
    let number = value >> 15 == 1 ? -size : size
    sink?.field(name, .uint(UInt64(number.bitPattern), .float), bits: range(from: start))
  }

  /// Bytes of text.
  mutating func text(_ name: String, count: Int) throws(FieldError) {
    let start = position
    var text: [UInt8] = []
    for _ in 0..<count { text.append(UInt8(truncatingIfNeeded: try bits(8))) }
    sink?.field(name, .text(Text(bytes: text)), bits: range(from: start))
  }

  /// A part with its own fields.
  mutating func within(
    _ name: String, _ body: (inout LowestBitReader) throws(FieldError) -> Void
  ) throws(FieldError) {
    let offset = bytes.fileOffset + position / 8
    let group = FieldGroup(name: name, fileRange: offset..<offset)
    let isShown = sink?.open(group) ?? false
    defer { if isShown { sink?.close(group) } }
    try body(&self)
  }

  private mutating func told(
    _ name: String, as format: FieldFormat,
    _ body: (inout LowestBitReader) throws(FieldError) -> UInt64
  ) throws(FieldError) -> UInt64 {
    let start = position
    let value = try body(&self)
    sink?.field(name, .uint(value, format), bits: range(from: start))
    return value
  }

  private func range(from start: Int) -> Range<Int> {
    let first = bytes.fileOffset * 8
    return first + start..<first + position
  }
}

extension Float {
  /// 2 to the power of `exponent`, an exponent of a half-precision float.
  fileprivate static func power(_ exponent: Int) -> Float {
    Float(sign: .plus, exponent: exponent, significand: 1)
  }
}
