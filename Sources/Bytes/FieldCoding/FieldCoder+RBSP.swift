/// The syntax elements of HEVC and similar codings that boxes do not have.
extension FieldCoder {
  /// While decoding: the number of bits before the stop bit, which is the last bit that is 1 (`more_rbsp_data()`, ITU-T
  /// H.265 §7.2). Nil if there is none.
  package var bitsBeforeStopBit: Int? { reader.bitsBeforeLastOne }

  /// `ue(v) name[];` — as many as `count` says, in both directions.
  package mutating func ueList(
    _ name: StaticString, _ array: inout [UInt32], count: Int
  ) throws(FieldError) {
    try codes(name, &array, count: count) {
      UInt64($0)
    } value: {
      UInt32(exactly: $0)
    }
  }

  /// `se(v) name[];` — as many as `count` says, in both directions.
  package mutating func seList(
    _ name: StaticString, _ array: inout [Int32], count: Int
  ) throws(FieldError) {
    try seList(name, &array, atMost: count) { _ in false }
  }

  /// `se(v) name[];` — until one `isLast`, or there are `count`.
  package mutating func seList(
    _ name: StaticString, _ array: inout [Int32], atMost count: Int, isLast: (Int32) -> Bool
  ) throws(FieldError) {
    try codes(name, &array, count: count, signed: true) { number in
      number > 0 ? UInt64(number) * 2 - 1 : UInt64(-Int64(number)) * 2
    } value: { code in
      let half = Int64(code / 2 + code % 2)
      return Int32(exactly: code % 2 == 1 ? half : -half)
    } isLast: {
      isLast($0)
    }
  }

  private mutating func codes<Value: FixedWidthInteger>(
    _ name: StaticString, _ array: inout [Value], count: Int, signed: Bool = false,
    code: (Value) -> UInt64, value: (UInt64) -> Value?, isLast: (Value) -> Bool = { _ in false }
  ) throws(FieldError) {
    guard isDecoding else {
      let expected = array.firstIndex(where: isLast).map { $0 + 1 } ?? count
      guard array.count == expected, expected <= count else {
        throw error(
          .invalid(
            "there \(array.count == 1 ? "is" : "are") \(counted(array.count, "value")), but the fields before say \(expected)"
          )
        )
        .nested(in: "\(name)")
      }
      for element in array { writer.writeExpGolomb(code(element)) }
      return
    }
    array.removeAll()
    for index in 0..<count {
      try spendElement()
      let start = bitOffset
      do throws(FieldError) {
        let raw = try reader.readExpGolomb()
        guard let element = value(raw) else {
          throw error(.doesNotFit(value: raw, bits: Value.bitWidth), atBit: start)
        }
        array.append(element)
        if let sink {
          let shown: FieldValue =
            signed
            ? .int(Int64(element), .decimal) : .uint(UInt64(truncatingIfNeeded: element), .decimal)
          sink.field("\(name)[\(index)]", shown, bits: start..<Swift.max(start, bitOffset))
        }
      } catch {
        throw error.nested(in: "\(name)[\(index)]")
      }
      if let last = array.last, isLast(last) { return }
    }
  }

  /// A number as bytes of 255 and a last, smaller one (`ff_byte`, ITU-T H.265 §7.3.5).
  package mutating func sum(
    _ name: StaticString, _ value: inout UInt32, as format: FieldFormat = .decimal
  ) throws(FieldError) {
    let start = bitOffset
    guard isDecoding else {
      for _ in 0..<value / 255 { writer.write(255, bits: 8) }
      return writer.write(UInt64(value % 255), bits: 8)
    }
    do throws(FieldError) {
      var sum: UInt64 = 0
      var byte: UInt64
      repeat {
        byte = try reader.read(bits: 8)
        sum += byte
      } while byte == 255
      guard let exact = UInt32(exactly: sum) else {
        throw error(.doesNotFit(value: sum, bits: 32), atBit: start)
      }
      value = exact
    } catch {
      throw error.nested(in: "\(name)")
    }
    if sink != nil { record(name, .uint(UInt64(value), format), from: start) }
  }

  /// `byte_aligned()`
  package var isByteAligned: Bool { bitOffset % 8 == 0 }

  /// The number of bits that were read or written since `mark`.
  package func bits(since mark: Int) -> Int { bitMark - mark }

  /// See ``bits(since:)``.
  package var bitMark: Int { isDecoding ? -bitsLeft : writer.bitOffset }

  /// Zero bits up to the next byte boundary (`byte_alignment()` without its first bit).
  package mutating func alignToByte() throws(FieldError) {
    try reserved((8 - bitOffset % 8) % 8)
  }

  /// `while (!byte_aligned()) name f(1)`, which are 1; they are the last bits of `value`.
  package mutating func alignment(
    _ name: StaticString, _ value: inout UInt8
  ) throws(FieldError) {
    let count = (8 - bitOffset % 8) % 8
    guard count > 0 else { return }
    var bits = value & (0xFF >> UInt8(8 - count))
    try uint(count, name, &bits, as: .hex)
    value = bits | (0xFF << UInt8(count))
  }

  /// While decoding: whether `body` can read the next fields. The position does not change, and no sink is called.
  package func canRead(
    _ body: (inout FieldCoder) throws(FieldError) -> Void
  ) -> Bool {
    var copy = FieldCoder(
      decoding: Bytes(), budget: budget, sink: nil, depth: depth, scope: scope)
    copy.reader = reader
    do throws(FieldError) {
      try body(&copy)
      return true
    } catch {
      return false
    }
  }
}

/// The syntax elements of AV1 that other codings do not have.
extension FieldCoder {
  /// `leb128()` (AV1 §4.10.5): seven bits per byte, the lowest first.
  ///
  /// - Parameter byteCount: the number of bytes; if it is too small for the value, more are written.
  package mutating func leb128(
    _ name: StaticString, _ value: inout UInt32, byteCount: inout Int,
    as format: FieldFormat = .decimal
  ) throws(FieldError) {
    let start = bitOffset
    if isDecoding {
      do throws(FieldError) {
        (value, byteCount) = try reader.readLEB128()
      } catch {
        throw error.nested(in: "\(name)")
      }
    } else {
      let needed = max(1, (UInt32.bitWidth - value.leadingZeroBitCount + 6) / 7)
      byteCount = min(8, max(needed, byteCount))
      var rest = UInt64(value)
      for index in 1...byteCount {
        writer.write((index < byteCount ? 128 : 0) + rest % 128, bits: 8)
        rest /= 128
      }
    }
    if sink != nil { record(name, .uint(UInt64(value), format), from: start) }
  }

  /// `uvlc()` (AV1 §4.10.3), which is `ue(v)` except for a value that no file has: 2^32 - 1 ends after 32 zeros.
  package mutating func uvlc(_ name: StaticString, _ value: inout UInt32) throws(FieldError) {
    try ue(name, &value)
  }
}

extension ByteReader {
  fileprivate mutating func readLEB128() throws(FieldError) -> (UInt32, Int) {
    let start = offset
    var value: UInt64 = 0
    for index in 0..<8 {
      let byte = try read(bits: 8)
      value |= (byte & 0x7F) << UInt64(index * 7)
      guard byte & 0x80 == 0 else { continue }
      guard let exact = UInt32(exactly: value) else {
        throw FieldError(.doesNotFit(value: value, bits: 32), offset: start)
      }
      return (exact, index + 1)
    }
    throw FieldError(.invalid("has more than 8 bytes (AV1 §4.10.5)"), offset: start)
  }
}

/// A number with seven bits per byte, and the number of its bytes.
public struct LEB128: Equatable, Sendable, ExpressibleByIntegerLiteral {
  /// The number.
  public var value: UInt32
  /// The number of its bytes; more, if these are too few for the value.
  public var byteCount: Int

  /// A number in `byteCount` bytes, or in more if these are too few.
  public init(_ value: UInt32 = 0, byteCount: Int = 0) {
    self.value = value
    self.byteCount = byteCount
  }

  public init(integerLiteral value: UInt32) { self.init(value) }
}

extension FieldCoder {
  package mutating func leb128(_ name: StaticString, _ number: inout LEB128) throws(FieldError) {
    try leb128(name, &number.value, byteCount: &number.byteCount)
  }
}
