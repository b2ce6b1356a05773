import FieldCoding
import Testing

/// A structure with a field of every kind, each with a different value in the vector.
private struct Everything: FieldCodable {
  var bits: UInt8 = 0
  var flag = false
  var wide: UInt64 = 0
  var negative: Int16 = 0
  var code: FourCC = "none"
  var name: Text = ""
  var numbers: [UInt16] = []
  var elements: [Element] = []
  var table = FieldTable()
  var golomb: UInt32 = 0
  var signedGolomb: Int32 = 0
  var data = Bytes()
  var optional: Text?

  struct Element: FieldCodable {
    var value: UInt8 = 0
    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "value", &value)
    }
  }

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(3, "bits", &bits)
    try f.flag("flag", &flag)
    try f.reserved(4, 0b1010)
    try f.uint(48, "wide", &wide, as: .hex)
    try f.int(16, "negative", &negative)
    try f.fourCC("code", &code)
    try f.text("name", &name)
    try f.list(16, "numbers", &numbers, count: .bits(8, "number_count"))
    try f.list("elements", &elements, count: .bits(8, "element_count"))
    try f.table(
      "table", &table, count: .bits(16, "row_count"), columns: [.uint(8, "a"), .int(24, "b")])
    try f.ue("golomb", &golomb)
    try f.se("signedGolomb", &signedGolomb)
    try f.reserved(6)
    try f.bytes("data", &data, count: .exactly(2))
    try f.text("optional", ifPresent: &optional)
  }
}

private let vector: [UInt8] = [
  0b101_1_1010,  // bits 5, flag, reserved
  0x01, 0x23, 0x45, 0x67, 0x89, 0xAB,  // wide
  0xFF, 0xFE,  // negative -2
  0x61, 0x62, 0x63, 0x64,  // code abcd
  0x68, 0x69, 0x00,  // name hi
  0x02, 0x00, 0x07, 0x01, 0x00,  // numbers 7, 256
  0x03, 0x0A, 0x0B, 0x0C,  // elements 10, 11, 12
  0x00, 0x02, 0x11, 0x00, 0x00, 0x09, 0x12, 0xFF, 0xFF, 0xFF,  // rows (17, 9), (18, -1)
  0b0010_0001, 0b0100_0000,  // golomb 3 (00100), signedGolomb -2 (00101), 6 reserved
  0xDA, 0x7A,  // data
  0x79, 0x6F, 0x00,  // optional yo
]

@Suite struct FieldCoderTests {
  @Test func decodes() throws {
    let value = try Everything(decoding: Bytes(vector))
    #expect(value.bits == 5)
    #expect(value.flag)
    #expect(value.wide == 0x0123_4567_89AB)
    #expect(value.negative == -2)
    #expect(value.code == "abcd")
    #expect(value.name.string == "hi")
    #expect(value.numbers == [7, 256])
    #expect(value.elements.map(\.value) == [10, 11, 12])
    #expect(value.table.count == 2)
    #expect(value.table[0, 0] == 17 && value.table[0, 1] == 9)
    #expect(value.table[1, 0] == 18 && value.table[1, 1] == -1)
    #expect(value.golomb == 3)
    #expect(value.signedGolomb == -2)
    #expect(Array(value.data) == [0xDA, 0x7A])
    #expect(value.optional?.string == "yo")
  }

  @Test func encodesTheSameBytes() throws {
    var value = try Everything(decoding: Bytes(vector))
    #expect(try value.encoded() == vector)
    // A table of our own making is written from its values.
    value.table = FieldTable(columns: value.table.columns, rows: [[17, 9], [18, -1]])
    #expect(try value.encoded() == vector)
    value.optional = nil
    #expect(try value.encoded() == Array(vector.dropLast(3)))
  }

  /// Truncated data throws an error with its offset; only the optional text may be missing.
  @Test func everyPrefixThrows() throws {
    for count in 0..<vector.count - 3 {
      #expect(throws: FieldError.self) {
        try Everything(decoding: Bytes(vector.prefix(count)))
      }
    }
    let error = #expect(throws: FieldError.self) {
      try Everything(decoding: Bytes(vector.prefix(24)))
    }
    #expect(error?.path == ["elements[2]", "value"])
    #expect(error?.offset == 24)
  }

  @Test func valuesThatDoNotFitAreNotWritten() throws {
    var value = try Everything(decoding: Bytes(vector))
    value.bits = 8
    let error = #expect(throws: FieldError.self) { try value.encoded() }
    #expect(error?.path == ["bits"])
    value.bits = 5
    value.table = FieldTable(columns: value.table.columns, rows: [[256, 0]])
    #expect(throws: FieldError.self) { try value.encoded() }
  }

  @Test func describesNamesValuesAndOffsets() throws {
    let sink = Recorder()
    _ = try Everything(decoding: Bytes(vector), sink: sink)
    #expect(sink.fields["bits"]?.bits == 0..<3)
    #expect(sink.fields["bits"]?.value == .uint(5, .decimal))
    #expect(sink.fields["flag"]?.bits == 3..<4)
    #expect(sink.fields["wide"]?.bits == 8..<56)
    #expect(sink.fields["elements[1]/value"]?.value == .uint(11, .decimal))
    #expect(sink.fields["signedGolomb"]?.value == .int(-2, .decimal))
    #expect(sink.fields["reserved"] == nil, "reserved bits are shown only when they are odd")
  }

  @Test func aBudgetBoundsListsThatTakeNoBytes() throws {
    struct Hollow: FieldCodable {
      var elements: [Nothing] = []
      struct Nothing: FieldCodable {
        mutating func fields(_ f: inout FieldCoder) throws(FieldError) {}
      }
      mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.list("elements", &elements, count: .bits(32, "count"))
      }
    }
    var limits = DecodeLimits()
    limits.elements = 1000
    let error = #expect(throws: FieldError.self) {
      try Hollow(decoding: Bytes([0, 0, 0, 64]), budget: DecodeBudget(limits))
    }
    guard case .exceedsLimit(name: .elements, limit: 1000, _) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A count that is greater than the number of bytes allows is an error at its offset.
  @Test func countsAreBoundedByBytes() {
    struct Numbers: FieldCodable {
      var numbers: [UInt16] = []
      mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.list(16, "numbers", &numbers, count: .bits(16, "count"))
      }
    }
    let error = #expect(throws: FieldError.self) {
      try Numbers(decoding: Bytes([0, 3, 1, 2, 3, 4, 5]))
    }
    #expect(error?.path == ["count"])
    #expect(error?.offset == 0)
    #expect(error?.reason == .countBeyondEnd(count: 3, availableBits: 40))
  }

  /// Four million of them cost seconds, and a file has room for as many as it likes.
  @Test func elementsWithoutBytesAreFew() throws {
    struct Hollow: FieldCodable {
      var width: UInt8 = 0
      var elements: [UInt32] = []
      var pairs: [Pair] = []
      struct Pair: Equatable {
        var first: UInt8 = 0
      }
      mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.uint(8, "width", &width)
        let bits = Int(width)
        try f.list(bits, "elements", &elements, count: .bits(16, "count"))
        try f.list("pairs", &pairs, count: .bits(16, "count"), of: Pair()) {
          (pair, f) throws(FieldError) in
          try f.uint(bits, "first", &pair.first)
        }
      }
    }
    func decode(_ bytes: [UInt8]) throws(FieldError) -> Hollow {
      var limits = DecodeLimits()
      limits.elements = 4096
      return try Hollow(decoding: Bytes(bytes), budget: DecodeBudget(limits))
    }
    #expect(try decode([0, 0, 8, 0, 8]).pairs.count == 8)
    #expect(try decode([8, 0, 20] + [UInt8](1...20) + [0, 0]).elements.count == 20)
    for (counts, path) in [([17, 0], "elements[16]"), ([0, 17], "pairs[16]")] as [([UInt8], String)]
    {
      let error = #expect(throws: FieldError.self) { try decode([0, 0, counts[0], 0, counts[1]]) }
      #expect(error?.path == [path])
      #expect(error?.reason == .exceedsLimit(name: .elements, limit: 4096, needed: 8192))
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 31, 33, 63, 64])
  func numbersOfAnyWidthAtAnyPosition(bits: Int) throws {
    for start in 0..<8 {
      var writer = ByteWriter()
      let value: UInt64 = bits == 0 ? 0 : UInt64.max >> UInt64(64 - bits) & 0x9E37_79B9_7F4A_7C15
      writer.write(0, bits: start)
      writer.write(value, bits: bits)
      writer.write(1, bits: 1)
      // Without bytes after it, so that the slow path is used, and with such bytes.
      for padding in [0, 9] {
        var reader = ByteReader(Bytes(writer.bytes + [UInt8](repeating: 0xFF, count: padding)))
        #expect(try reader.read(bits: start) == 0)
        #expect(try reader.read(bits: bits) == value)
        #expect(try reader.read(bits: 1) == 1)
      }
    }
  }
}

/// Keeps the fields that it receives, by their path.
private final class Recorder: FieldSink {
  var fields: [String: (value: FieldValue, bits: Range<Int>)] = [:]
  private var path: [String] = []

  func open(_ group: FieldGroup) -> Bool {
    path.append(group.name)
    return true
  }
  func close(_ group: FieldGroup) { path.removeLast() }
  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    fields[(path + [name]).joined(separator: "/")] = (value, bits)
  }
  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  func damage(_ error: FieldError) {}
}
