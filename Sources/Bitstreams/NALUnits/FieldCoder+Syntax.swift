package import FieldCoding

/// Phrases that the syntax of parameter sets repeats.
extension FieldCoder {
  /// `name u(1)`: whether `value` follows, here or further on. From here on it is nil or not.
  package mutating func presence<Value>(
    _ name: StaticString, of value: inout Value?, blank: @autoclosure () -> Value
  ) throws(FieldError) {
    var isPresent = value != nil
    try flag(name, &isPresent)
    if !isPresent { value = nil } else if value == nil { value = blank() }
  }

  /// `if (name) { group }`, after ``presence(_:of:blank:)``.
  package mutating func group<Value>(
    _ name: String, _ value: inout Value?,
    _ fields: (inout Value, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    guard var present = value else { return }
    try within(name) { (f) throws(FieldError) in try fields(&present, &f) }
    value = present
  }

  /// `if (name) { structure }`, after ``presence(_:of:blank:)``.
  package mutating func group<Value: FieldCodable>(
    _ name: String, _ value: inout Value?
  ) throws(FieldError) {
    try group(name, &value) { (value, f) throws(FieldError) in try value.fields(&f) }
  }

  /// `name u(1)`, and if it is 1, the fields that depend on it.
  package mutating func optional<Value>(
    _ name: StaticString, _ value: inout Value?, blank: @autoclosure () -> Value,
    _ fields: (inout Value, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    try presence(name, of: &value, blank: blank())
    guard var present = value else { return }
    try fields(&present, &self)
    value = present
  }

  /// `ue(v)` on which other fields depend: how many they are, or how wide.
  ///
  /// - Parameter clause: the standard and its clause that sets the bound.
  package mutating func ue(
    _ name: StaticString, _ value: inout UInt32, atMost bound: UInt32, _ clause: StaticString,
    as format: FieldFormat = .decimal
  ) throws(FieldError) {
    let start = offset
    try ue(name, &value, as: format)
    try check(name, value, atMost: bound, clause, at: start)
  }

  /// `u(n)` that may not take every value of its width.
  package mutating func uint(
    _ bits: Int, _ name: StaticString, _ value: inout UInt32, atMost bound: UInt32,
    _ clause: StaticString
  ) throws(FieldError) {
    let start = offset
    try uint(bits, name, &value)
    try check(name, value, atMost: bound, clause, at: start)
  }

  /// `u(n)` where every value has a case.
  package mutating func choice<Value: RawRepresentable<UInt8>>(
    _ bits: Int, _ name: StaticString, _ value: inout Value, as format: FieldFormat = .decimal
  ) throws(FieldError) {
    let start = offset
    var raw = value.rawValue
    try uint(bits, name, &raw, as: format)
    guard let known = Value(rawValue: raw) else {
      throw FieldError(
        .invalid("\(raw) is not a known value"), offset: start, path: ["\(name)"])
    }
    value = known
  }

  private func check(
    _ name: StaticString, _ value: UInt32, atMost bound: UInt32, _ clause: StaticString,
    at start: Int
  ) throws(FieldError) {
    guard value > bound else { return }
    throw FieldError(
      .invalid("is \(value), but \(clause) allows at most \(bound)"), offset: start,
      path: ["\(name)"])
  }

  /// A list whose length follows from other fields. While writing, the list must have this length.
  package mutating func list<Element>(
    _ name: StaticString, _ array: inout [Element], exactly count: Int, blank: Element,
    _ fields: (inout Element, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    try checkCount(name, array.count, count)
    try list(name, &array, count: .exactly(count), of: blank, fields)
  }

  /// `name[] u(n)`, where other fields state the number: in a value that we write, they have to agree.
  package mutating func numbers<Value: FixedWidthInteger & UnsignedInteger>(
    _ bits: Int, _ name: StaticString, _ array: inout [Value], exactly count: Int
  ) throws(FieldError) {
    try checkCount(name, array.count, count)
    try list(bits, name, &array, count: .exactly(count))
  }

  /// While encoding: refuses a list that has not the length that other fields tell.
  package func checkCount(
    _ name: StaticString, _ found: Int, _ count: Int
  ) throws(FieldError) {
    guard !isDecoding, found != count else { return }
    throw error(
      .invalid(
        "there \(found == 1 ? "is" : "are") \(counted(found, "element")), but the fields before say \(count)"
      )
    )
    .nested(in: "\(name)")
  }
}

/// The end of every RBSP (`rbsp_trailing_bits`, ITU-T H.265 §7.3.2.11).
public struct RBSPTrailing: Equatable, Sendable {
  /// Bits between the last known field and the stop bit. None in an intact stream.
  public private(set) var unknown = BitString()
  /// Bytes of zero after the byte with the stop bit: a NAL unit that was cut out with too much.
  public private(set) var zeroBytes = 0

  public init() {}

  /// What is wrong with the fields before it, as a sentence: they end too early. Nil if they end where they should.
  public var problem: String? {
    unknown.count == 0
      ? nil
      : counted(
        unknown.count, "unknown bit follows its last field: a field before it is wrong",
        "unknown bits follow its last field: a field before them is wrong")
  }

  /// Whether the last field is known, and nothing follows: other bytes do not end so by chance.
  package var isExact: Bool { unknown.count == 0 && zeroBytes == 0 }

  /// - Parameter stopBit: its name in the standard.
  package mutating func fields(
    _ f: inout FieldCoder, stopBit name: StaticString = "rbsp_stop_one_bit"
  ) throws(FieldError) {
    try unknown.fields(&f, "unknown_bits")
    var stopBit = true
    try f.flag(name, &stopBit)
    try f.alignToByte()
    if f.isDecoding { zeroBytes = f.bitsLeft / 8 }
    try f.reserved(zeroBytes * 8)
  }
}

/// Bits that are kept unchanged, because their meaning is unknown or not needed.
public struct BitString: Equatable, Sendable {
  /// The bits in order, 64 in each number, the first bit first; the last number has the rest.
  public private(set) var words: [UInt64] = []
  /// The number of bits.
  public private(set) var count = 0

  public init() {}

  /// Whether there are no bits.
  public var isEmpty: Bool { count == 0 }

  /// `while (more_rbsp_data()) name u(1)`: all bits before the stop bit.
  package mutating func fields(
    _ f: inout FieldCoder, _ name: StaticString
  ) throws(FieldError) {
    var bits = count
    if f.isDecoding {
      guard let found = f.bitsBeforeStopBit else {
        throw f.error(.invalid("there is no rbsp_stop_one_bit (ITU-T H.265 §7.3.2.11)"))
      }
      bits = found
    }
    try fields(&f, name, count: bits)
  }

  /// The fields of all bits that are left.
  package mutating func restFields(
    _ f: inout FieldCoder, _ name: StaticString
  ) throws(FieldError) {
    try fields(&f, name, count: f.isDecoding ? f.bitsLeft : count)
  }

  /// The fields of as many bits as other fields say.
  package mutating func fields(
    _ f: inout FieldCoder, _ name: StaticString, count bits: Int
  ) throws(FieldError) {
    try f.checkCount(name, count, bits)
    if f.isDecoding {
      count = bits
      words = []
    }
    for start in stride(from: 0, to: count, by: 64) {
      var word = f.isDecoding ? 0 : words[start / 64]
      try f.uint(min(64, count - start), name, &word, as: .hex)
      if f.isDecoding { words.append(word) }
    }
  }
}

/// `Ceil( Log2( count ) )`: the number of bits that distinguish this number of values.
package func bitsToCount<Number: FixedWidthInteger>(to count: Number) -> Int {
  count > 1 ? Number.bitWidth - (count - 1).leadingZeroBitCount : 0
}
