/// Visits the fields of a structure in file order, to read them or to write them.
///
/// A structure declares its fields once, in ``FieldCodable/fields(_:)``, and that declaration serves
/// every purpose: decoding assigns the fields, encoding reads them, and decoding with a
/// ``FieldSink`` describes them. So a description cannot disagree with the bytes.
public struct FieldCoder: ~Copyable {
  /// Whether fields are read; otherwise they are written.
  public let isDecoding: Bool
  var reader: ByteReader
  package var writer = ByteWriter()
  package let sink: (any FieldSink)?
  package let budget: DecodeBudget
  /// The number of enclosing structures with their own bytes.
  package let depth: Int
  /// The information from enclosing structures.
  public var scope: FieldScope
  /// The errors of parts that could not be read, if the rest could.
  package var damage: [FieldError] = []
  /// While encoding: a field that is to get another value.
  package var assignment: FieldAssignment?
  /// While encoding: the new values of fields with offsets.
  package var correction: OffsetCorrection?
  /// Whether writing can give a field another value.
  var changesFields: Bool { assignment != nil || correction != nil }
  /// Unchanged boxes are copied from their source; false re-encodes every field.
  package var copiesUnchanged = true
  /// The outline for which the declaration runs, if there is no file.
  package private(set) var outline: FieldOutline?
  /// The versions of the first structure that has them.
  package var knownVersions: ClosedRange<UInt8>?

  /// Reads from `bytes`.
  public init(
    decoding bytes: Bytes, budget: DecodeBudget = DecodeBudget(), sink: (any FieldSink)? = nil
  ) {
    self.init(decoding: bytes, budget: budget, sink: sink, depth: 0, scope: FieldScope())
  }

  package init(
    decoding bytes: Bytes, budget: DecodeBudget, sink: (any FieldSink)?, depth: Int,
    scope: FieldScope
  ) {
    self.isDecoding = true
    self.reader = ByteReader(bytes)
    self.sink = sink
    self.budget = budget
    self.depth = depth
    self.scope = scope
  }

  /// Runs the declaration, and reads zeros.
  init(outlining outline: FieldOutline, _ scope: FieldScope) {
    self.init(
      decoding: FieldOutline.zeros, budget: DecodeBudget(), sink: outline, depth: 0, scope: scope)
    self.outline = outline
  }

  /// Writes; the result is ``written``.
  public init() {
    self.isDecoding = false
    self.reader = ByteReader(Bytes())
    self.sink = nil
    self.budget = DecodeBudget()
    self.depth = 0
    self.scope = FieldScope()
  }

  /// While encoding: the data that was written until now.
  public var written: ByteWriter { writer }
  /// While decoding the offset in the file; while encoding the bytes written so far.
  public var offset: Int { isDecoding ? reader.offset : writer.count }
  /// While decoding: whether all bytes have been read.
  public var isAtEnd: Bool { reader.bitsLeft == 0 }
  /// While decoding: how many bits have not been read.
  public var bitsLeft: Int { reader.bitsLeft }
  /// While decoding: the unread data.
  public var rest: Bytes { reader.rest }
  var bitOffset: Int { isDecoding ? reader.bitOffset : writer.bitOffset }
}

/// The information that enclosing structures give to those inside them.
public struct FieldScope: Equatable, Sendable {
  /// The type of the innermost box, for a syntax that several types share.
  public var type = FourCC(rawValue: 0)
  /// The version of the innermost `FullBox` around: `iref` sets the width of its children's ids by
  /// it.
  public var version: UInt8 = 0
  /// The 24 bits of flags of the innermost `FullBox` around.
  public var flags: UInt32 = 0
  /// The number of nested files around the structure, without the outermost one.
  package var embedding = 0
  /// The handler type of the `hdlr` box before: it decides the kind of a sample entry.
  public var handlerType = FourCC(rawValue: 0)
  /// The type of the item of metadata that a value belongs to.
  public var metadataItem = FourCC(rawValue: 0)
  /// The brand that states the codec of a picture in the minimised form.
  public var codecBrand = FourCC(rawValue: 0)
  /// The number of the fragment's track.
  public var trackID: UInt32 = 0
  /// The number of bytes of auxiliary information (`saiz`) for the first sample of the fragment; nil if it is
  /// unknown.
  public var sampleInformationSize: Int?
  /// Bytes of the initialisation vectors of samples, by track.
  public var vectorLengths: [UInt32: Int] = [:]
  public init() {}
}

// MARK: - Numbers

extension FieldCoder {
  /// `unsigned int(bits) name;` — any width from 0 to 64, so a width may depend on earlier fields.
  public mutating func uint<Value: FixedWidthInteger & UnsignedInteger>(
    _ bits: Int, _ name: StaticString, _ value: inout Value, as format: FieldFormat = .decimal
  ) throws(FieldError) {
    var wide = UInt64(value)
    try number(bits, name, &wide, max: UInt64(Value.max), format)
    value = Value(truncatingIfNeeded: wide)
  }

  /// `int(bits) name;` — two's complement.
  public mutating func int<Value: FixedWidthInteger & SignedInteger>(
    _ bits: Int, _ name: StaticString, _ value: inout Value, as format: FieldFormat = .decimal
  ) throws(FieldError) {
    var wide = Int64(value)
    try signedNumber(bits, name, &wide, fitting: Value.bitWidth, format)
    value = Value(truncatingIfNeeded: wide)
  }

  /// Compiled once: inlined into every structure, it made release builds several times longer.
  @inline(never)
  private mutating func number(
    _ bits: Int, _ name: StaticString, _ value: inout UInt64, max: UInt64, _ format: FieldFormat
  ) throws(FieldError) {
    let start = bitOffset
    do throws(FieldError) {
      if isDecoding {
        let blank = value
        value = try reader.read(bits: bits)
        if let outline { value = outline.value(name, blank) }
        let room = max.bitWidth - max.leadingZeroBitCount
        if value > max { throw error(.doesNotFit(value: value, bits: room), atBit: start) }
      } else {
        guard bits <= 64 else { throw error(.unsupportedWidth(bits: bits)) }
        if assignment != nil { value = try assigned("\(name)", value, format, bits: bits) }
        value = try corrected(value, format, bits: bits)
        if value > max {
          throw error(.doesNotFit(value: value, bits: max.bitWidth - max.leadingZeroBitCount))
        }
        if bits < 64, value >> UInt64(bits) != 0 {
          throw error(.doesNotFit(value: value, bits: bits))
        }
        writer.write(value, bits: bits)
      }
    } catch {
      throw error.nested(in: "\(name)")
    }
    if sink != nil { record(name, .uint(value, format), from: start) }
  }

  @inline(never)
  private mutating func signedNumber(
    _ bits: Int, _ name: StaticString, _ value: inout Int64, fitting room: Int,
    _ format: FieldFormat
  ) throws(FieldError) {
    let start = bitOffset
    do throws(FieldError) {
      if isDecoding {
        let blank = value
        value = signExtended(try reader.read(bits: bits), bits: bits)
        if let outline { value = Int64(bitPattern: outline.value(name, UInt64(bitPattern: blank))) }
        let pattern = UInt64(bitPattern: value)
        if signExtended(pattern, bits: room) != value {
          throw error(.doesNotFit(value: pattern, bits: room), atBit: start)
        }
      } else {
        if assignment != nil {
          value = try assigned("\(name)", value, format, bits: Swift.min(bits, room))
        }
        value = try corrected(value, format, bits: bits)
        let pattern = UInt64(bitPattern: value)
        guard signExtended(pattern, bits: Swift.min(bits, room)) == value else {
          throw error(.doesNotFit(value: pattern, bits: bits))
        }
        writer.write(pattern, bits: bits)
      }
    } catch {
      throw error.nested(in: "\(name)")
    }
    if sink != nil { record(name, .int(value, format), from: start) }
  }

  /// `ue(v)` (ITU-T H.265 §9.2).
  public mutating func ue<Value: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout Value, as format: FieldFormat = .decimal
  ) throws(FieldError) {
    var wide = UInt64(value)
    let start = bitOffset
    if assignment != nil {
      do throws(FieldError) { wide = try assigned("\(name)", wide, format, bits: 32) } catch {
        throw error.nested(in: "\(name)")
      }
    }
    try expGolomb(name, &wide)
    guard wide <= UInt64(Value.max) else {
      throw error(.doesNotFit(value: wide, bits: Value.bitWidth), atBit: start)
        .nested(in: "\(name)")
    }
    value = Value(truncatingIfNeeded: wide)
    if sink != nil { record(name, .uint(wide, format), from: start) }
  }

  /// `se(v)` (ITU-T H.265 §9.2.2).
  public mutating func se(_ name: StaticString, _ value: inout Int32) throws(FieldError) {
    let start = bitOffset
    let number = Int64(value)
    var code = number > 0 ? UInt64(number) * 2 - 1 : UInt64(-number) * 2
    try expGolomb(name, &code)
    let half = Int64(code / 2 + code % 2)
    guard let exact = Int32(exactly: code % 2 == 1 ? half : -half) else {
      throw error(.doesNotFit(value: code, bits: 32), atBit: start).nested(in: "\(name)")
    }
    value = exact
    if sink != nil { record(name, .int(Int64(value), .decimal), from: start) }
  }

  @inline(never)
  private mutating func expGolomb(
    _ name: StaticString, _ value: inout UInt64
  ) throws(FieldError) {
    guard isDecoding else { return writer.writeExpGolomb(value) }
    do throws(FieldError) { value = try reader.readExpGolomb() } catch {
      throw error.nested(in: "\(name)")
    }
  }

  /// `unsigned int(1) name;`
  public mutating func flag(_ name: StaticString, _ value: inout Bool) throws(FieldError) {
    let start = bitOffset
    do throws(FieldError) {
      if isDecoding {
        let blank = value
        value = try reader.read(bits: 1) == 1
        if let outline { value = outline.value(name, blank ? 1 : 0) == 1 }
      } else {
        if assignment != nil { try assign(name, &value) }
        writer.write(value ? 1 : 0, bits: 1)
      }
    } catch {
      throw error.nested(in: "\(name)")
    }
    if sink != nil { record(name, .flag(value), from: start) }
  }

  /// `unsigned int(32) name;` of a four-character code.
  public mutating func fourCC(_ name: StaticString, _ value: inout FourCC) throws(FieldError) {
    try uint(32, name, &value.rawValue, as: .fourCC)
  }

  /// `bit(bits) reserved = value;` — written as the specification requires. Another value in a file is skipped, and
  /// shown.
  @inline(never)
  public mutating func reserved(_ bits: Int, _ value: UInt64 = 0) throws(FieldError) {
    var left = bits
    while left > 0 {
      let part = min(left, 64)
      let expected = left <= 64 ? value : 0
      let start = bitOffset
      if isDecoding {
        let found: UInt64
        do throws(FieldError) { found = try reader.read(bits: part) } catch {
          throw error.nested(in: "reserved")
        }
        if let outline {
          outline.add("reserved", .reserved(expected), bits: part, value: expected)
        } else if sink != nil, found != expected {
          record("reserved", .uint(found, .hex), from: start)
        }
      } else {
        writer.write(expected, bits: part)
      }
      left -= part
    }
  }
}

// MARK: - Errors and descriptions

extension FieldCoder {
  /// Runs `body` one level deeper: the errors and the fields that it meets are `name`'s.
  public mutating func within(
    _ name: @autoclosure () -> String, _ body: (inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    var group: FieldGroup?
    if let sink {
      let label = name()
      let opened = FieldGroup(name: label, fileRange: offset..<offset)
      // A structure that a sink skips is read nevertheless: the following data depends on it.
      if sink.open(opened) { group = opened }
    }
    defer { if let group { sink?.close(group) } }
    if let assignment { assignment.enter(name()) }
    defer { assignment?.leave() }
    do throws(FieldError) { try body(&self) } catch { throw error.nested(in: name()) }
  }

  /// An error at the current position, or at the bit `atBit` of the file.
  public func error(_ reason: FieldError.Reason, atBit bit: Int? = nil) -> FieldError {
    FieldError(reason, offset: (bit ?? bitOffset) / 8)
  }

  func record(_ name: StaticString, _ value: FieldValue, from start: Int) {
    let end = bitOffset
    sink?.field(name.description, value, bits: start..<Swift.max(start, end))
  }
}

// MARK: - Parts with bytes of their own

extension FieldCoder {
  /// While decoding: splits off the next `count` bytes.
  package mutating func take(_ count: Int) throws(FieldError) -> Bytes {
    outline == nil ? try reader.read(bytes: count) : FieldOutline.zeros
  }

  /// A coder for bytes inside this one's, with the same budget, and the same sink if it is `shown`.
  package func inner(_ bytes: Bytes, shown: Bool = true) throws(FieldError) -> FieldCoder {
    guard depth < budget.limits.depth else {
      throw error(.exceedsLimit(name: .depth, limit: budget.limits.depth, needed: depth * 2))
    }
    var coder = FieldCoder(
      decoding: bytes, budget: budget, sink: shown ? sink : nil, depth: depth + 1, scope: scope)
    coder.outline = outline
    return coder
  }

  /// While encoding: a coder whose output is appended with ``append(_:)``.
  package func innerWriter() -> FieldCoder {
    var coder = FieldCoder()
    coder.scope = scope
    coder.copiesUnchanged = copiesUnchanged
    coder.assignment = assignment
    coder.correction = correction
    return coder
  }

  /// - Parameter isEmpty: whether the element takes no bits.
  package mutating func spendElement(isEmpty: Bool = false) throws(FieldError) {
    try budget.spendElement(isEmpty: isEmpty, depth: depth, at: offset)
  }
}

/// A structure of a file format that declares its syntax once.
///
/// The declaration is used to decode, to encode and to describe the structure, so these cannot disagree.
public protocol FieldCodable: Equatable, Sendable {
  /// A structure with the default values of its fields, into which it is decoded.
  init()

  /// States the syntax: one call per field, in file order, under the specification's own names.
  mutating func fields(_ f: inout FieldCoder) throws(FieldError)
}

extension FieldCodable {
  /// Reads the structure from the start of `bytes`.
  public init(
    decoding bytes: Bytes, budget: DecodeBudget = DecodeBudget(), sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    self.init()
    var coder = FieldCoder(decoding: bytes, budget: budget, sink: sink)
    try fields(&coder)
  }

  /// The structure as a file has it.
  public func encoded() throws(FieldError) -> [UInt8] {
    var copy = self
    var coder = FieldCoder()
    try copy.fields(&coder)
    return coder.written.bytes
  }
}

extension FieldCoder {
  /// Bytes whose type depends on other fields: a description shows their `meaning`, if there is one.
  public mutating func bytes(
    _ name: StaticString, _ value: inout Bytes, count: Count, meaning: (Bytes) -> FieldValue?
  ) throws(FieldError) {
    do throws(FieldError) {
      if assignment != nil { try assign(name, &value, meaning: meaning(value)) }
    } catch {
      throw error.nested(in: "\(name)")
    }
    let stated = try resolve(count, value.count)
    if let outline { return outline.addBytes(name, count) }
    let start = bitOffset
    do throws(FieldError) {
      if isDecoding {
        value = try reader.read(bytes: stated ?? bitsLeft / 8)
      } else {
        writer.write(value)
      }
    } catch {
      throw error.nested(in: "\(name)")
    }
    if sink != nil, !value.isEmpty { record(name, meaning(value) ?? .bytes(value), from: start) }
  }

  /// A number of whole bytes in little-endian order, as some makers of cameras write.
  public mutating func littleEndian<Value: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout Value, as format: FieldFormat = .decimal
  ) throws(FieldError) {
    let start = bitOffset
    do throws(FieldError) {
      if isDecoding {
        let stored = try reader.read(bits: Value.bitWidth)
        value = Value(truncatingIfNeeded: stored).byteSwapped
      } else {
        var new = UInt64(value)
        if assignment != nil {
          new = try assigned("\(name)", new, format, bits: Value.bitWidth)
        }
        new = try corrected(new, format, bits: Value.bitWidth)
        guard let exact = Value(exactly: new) else {
          throw error(.doesNotFit(value: new, bits: Value.bitWidth))
        }
        value = exact
        writer.write(UInt64(value.byteSwapped), bits: Value.bitWidth)
      }
    } catch {
      throw error.nested(in: "\(name)")
    }
    if sink != nil { record(name, .uint(UInt64(value), format), from: start) }
  }
}
