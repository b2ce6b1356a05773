public import FieldCoding
public import NALUnits

/// A NAL unit as it is stored (`nal_unit`, ITU-T H.264 §7.3.1): without a start code or a length.
public struct NALUnit: FieldCodable {
  public var header = NALUnitHeader()
  /// The bytes after the header, with emulation prevention bytes.
  public var payload = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.within("nal_unit_header") { (f) throws(FieldError) in try header.fields(&f) }
    try f.bytes("payload", &payload, count: .toEnd)
  }

  /// The type of the NAL unit in `bytes`; nil if the header is incomplete.
  public static func type(of bytes: Bytes) -> NALUnitType? {
    (try? NALUnitHeader(decoding: bytes))?.type
  }
}

/// A NAL unit with its syntax: the header, and an RBSP of fields.
///
/// ``FieldCodable/fields(_:)`` states the header and the RBSP, without emulation prevention bytes.
public protocol NALUnitContent: NALUnitSyntax where Header == NALUnitHeader {}
