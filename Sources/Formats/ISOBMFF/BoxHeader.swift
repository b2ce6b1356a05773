/// The start of a box: its size and type (ISO/IEC 14496-12 §4.2.2).
package struct BoxHeader: Equatable, Sendable {
  /// How the size is written.
  package enum SizeForm: Sendable {
    /// 32 bits.
    case compact
    /// 1 in the 32 bits, then 64 bits.
    case large
    /// 0: the box extends to the end of its container.
    case toEnd
  }

  package var type: FourCC
  package var userType: UserType?
  package var form = SizeForm.compact
  /// The size as stated, header included. Nil with ``SizeForm/toEnd``.
  package var statedSize: UInt64?

  /// The size of the header itself in bytes.
  package var count: Int { (form == .large ? 16 : 8) + (userType == nil ? 0 : 16) }

  init(type: FourCC, userType: UserType? = nil, form: SizeForm = .compact) {
    self.type = type
    self.userType = userType
    self.form = form
  }

  /// Reads the header at the start of `bytes`. A `uuid` box that ends before its user type has none, so that the boxes
  /// after it can be read.
  package init(_ bytes: Bytes) throws(FieldError) {
    var reader = ByteReader(bytes)
    let size = try reader.read(bits: 32)
    type = FourCC(rawValue: UInt32(truncatingIfNeeded: try reader.read(bits: 32)))
    switch size {
    case 0: form = .toEnd
    case 1:
      form = .large
      statedSize = try reader.read(bits: 64)
    default: statedSize = size
    }
    if type == "uuid", (statedSize ?? .max) >= UInt64(count + 16), reader.bitsLeft >= 128 {
      userType = UserType(high: try reader.read(bits: 64), low: try reader.read(bits: 64))
    }
    if let statedSize, statedSize < UInt64(count) {
      throw FieldError(.sizeBelowHeader(statedSize), offset: bytes.fileOffset)
    }
  }

  /// A size that does not fit into 32 bits is written with 64, whatever ``form`` is.
  func write(payloadCount: Int, to writer: inout ByteWriter) {
    var header = self
    if form == .compact, UInt64(count + payloadCount) > UInt64(UInt32.max) { header.form = .large }
    let (form, size) = (header.form, UInt64(header.count + payloadCount))
    switch form {
    case .toEnd: writer.write(0, bits: 32)
    case .large: writer.write(1, bits: 32)
    case .compact: writer.write(size, bits: 32)
    }
    writer.write(UInt64(type.rawValue), bits: 32)
    if form == .large { writer.write(size, bits: 64) }
    if let userType {
      writer.write(userType.high, bits: 64)
      writer.write(userType.low, bits: 64)
    }
  }
}

/// The 16 bytes that name a `uuid` box.
public struct UserType: Hashable, Sendable {
  /// The first 8 of the 16 bytes, as a big-endian number.
  public var high: UInt64
  /// The last 8 of the 16 bytes, as a big-endian number.
  public var low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension UserType: ExpressibleByStringLiteral {
  /// `"22cc04c7-d6d9-4e07-9d90-4eb6ecbaf3a3"`
  public init(stringLiteral literal: String) {
    let digits = literal.filter { $0 != "-" }
    guard digits.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { preconditionFailure("a user type has 32 hexadecimal digits") }
    self.init(high: high, low: low)
  }
}

extension UserType: CustomStringConvertible {
  public var description: String {
    let hex = [high, low].map { zeroPadded(String($0, radix: 16), to: 16) }.joined()
    var text = ""
    for (index, digit) in hex.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }
}
