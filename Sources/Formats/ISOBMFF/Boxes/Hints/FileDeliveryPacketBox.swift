/// The instructions for the header of a packet with which a server sends a file (LCT, RFC 3451).
public struct FileDeliveryPacketBox: BoxBody {
  public static let type: FourCC = "fdpa"
  public static let specification = "ISO/IEC 14496-12 §9"

  public var hasSenderTime = false
  public var hasResidualTime = false
  public var closesSession = false
  public var closesObject = false
  public var objectIdentifier: UInt16 = 0
  public var extensions: [HeaderExtension] = []
  /// The number of parts of the packet, and the parts.
  public var constructors = Bytes()

  /// An extension of the header.
  public struct HeaderExtension: FieldCodable, Equatable, Sendable {
    /// Extensions above 127 have three bytes; others state their length in words of four bytes.
    public var type: UInt8 = 0
    public var length: UInt8 = 1
    public var content = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "header_extension_type", &type)
      guard type <= 127 else {
        return try f.bytes("content", &content, count: .exactly(3))
      }
      try f.uint(8, "length", &length)
      guard length > 0 else { return }
      try f.bytes("content", &content, count: .exactly(Int(length) * 4 - 2))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("sender_current_time_present", &hasSenderTime)
    try f.flag("expected_residual_time_present", &hasResidualTime)
    try f.flag("session_close_bit", &closesSession)
    try f.flag("object_close_bit", &closesObject)
    try f.reserved(4)
    try f.uint(16, "transport_object_identifier", &objectIdentifier)
    try f.list("header_extension_constructors", &extensions, count: .bits(16, "entrycount"))
    try f.bytes("packet_constructors", &constructors, count: .toEnd)
  }
}
