public import FieldCoding

/// The payload of an SEI message whose syntax is known and depends on nothing outside it.
public protocol SEIPayload: FieldCodable {
  /// The number of the payload type in messages (ITU-T H.265 §D.2.1).
  static var payloadType: UInt32 { get }
  /// The name of its syntax in the standard: `mastering_display_colour_volume`.
  static var name: String { get }
}

/// A payload with the bits that may follow it (`sei_payload`, ITU-T H.265 §D.2.1).
public struct SEIPayloadContent<Payload: SEIPayload>: FieldCodable {
  /// The payload itself.
  public var payload = Payload()
  /// The bits after the payload.
  public var trailing = SEIPayloadTrailing()

  public init() {}

  /// A new payload, followed only by the bits that fill its last byte.
  public init(_ payload: Payload) { self.payload = payload }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try payload.fields(&f)
    try trailing.fields(&f)
  }
}

/// The padding of the last byte of a payload, and data of later versions of a standard before it.
public struct SEIPayloadTrailing: Equatable, Sendable {
  /// `reserved_payload_extension_data`
  public private(set) var unknown = BitString()
  /// The zero bits after `payload_bit_equal_to_one`; nil if there is no such bit.
  private var zeroBits: Int?

  public init() {}

  /// - Parameter name: the name of the bit before the zeros in the standard.
  package mutating func fields(
    _ f: inout FieldCoder, _ name: StaticString = "payload_bit_equal_to_one"
  ) throws(FieldError) {
    if f.isDecoding {
      if f.isAtEnd { return }
      guard let bits = f.bitsBeforeStopBit else {
        // Zeros to the end: bytes too many, or a writer that forgot the bit.
        return try unknown.restFields(&f, "reserved_payload_extension_data")
      }
      zeroBits = f.bitsLeft - bits - 1
    } else if zeroBits == nil, unknown.isEmpty, !f.isByteAligned {
      // A payload of our own.
      var stopBit = true
      try f.flag(name, &stopBit)
      return try f.alignToByte()
    }
    guard let zeroBits else {
      return try unknown.restFields(&f, "reserved_payload_extension_data")
    }
    try unknown.fields(&f, "reserved_payload_extension_data")
    var stopBit = true
    try f.flag(name, &stopBit)
    try f.reserved(zeroBits)
  }
}

extension FieldCoder {
  /// `name u(1)`, which states that a previous message is cancelled; if it is 0, the new value follows.
  package mutating func cancellable<Value>(
    _ name: StaticString, _ value: inout Value?, blank: @autoclosure () -> Value,
    _ fields: (inout Value, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    var isCancelled = value == nil
    try flag(name, &isCancelled)
    if isCancelled {
      value = nil
      return
    }
    var present = value ?? blank()
    try fields(&present, &self)
    value = present
  }

  /// `if (present) name u(n)`, after ``presence(_:of:blank:)``.
  package mutating func value<Value: FixedWidthInteger & UnsignedInteger>(
    _ bits: Int, _ name: StaticString, _ value: inout Value?
  ) throws(FieldError) {
    guard var present = value else { return }
    try uint(bits, name, &present)
    value = present
  }
}
