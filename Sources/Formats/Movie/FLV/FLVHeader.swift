public import FieldCoding

/// The start of an FLV file (Adobe Flash Video File Format Specification 10.1, annex E.2), and the size of the previous
/// tag, which is 0 (E.3).
public struct FLVHeader: FieldCodable {
  public var version: UInt8 = 1
  public var hasAudio = false
  public var hasVideo = false
  /// The offset of the first tag, minus the four bytes of the size before it.
  public var dataOffset: UInt32 = 9
  public var previousTagSize: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var signature = FLVHeader.signature
    try f.uint(24, "Signature", &signature, as: .hex)
    guard signature == FLVHeader.signature else {
      throw f.error(.invalid("an FLV file starts with FLV, and this one does not"))
    }
    try f.uint(8, "Version", &version)
    try f.reserved(5)
    try f.flag("TypeFlagsAudio", &hasAudio)
    try f.reserved(1)
    try f.flag("TypeFlagsVideo", &hasVideo)
    try f.uint(32, "DataOffset", &dataOffset)
    guard dataOffset >= 9 else {
      throw f.error(.invalid("DataOffset is \(dataOffset), less than the 9 bytes of the header"))
    }
    var more = Bytes([UInt8](repeating: 0, count: f.isDecoding ? 0 : Int(dataOffset) - 9))
    try f.bytes("more", &more, count: .exactly(Int(dataOffset) - 9))
    try f.uint(32, "PreviousTagSize0", &previousTagSize)
  }

  /// `FLV`
  private static let signature: UInt32 = 0x46_4C56
}

/// A tag of an FLV file (annex E.4.1): a packet of audio, a frame, or data, followed by its size.
public struct FLVTag: FieldCodable {
  public var isEncrypted = false
  public var type = FLVTagType.script
  /// The decoding time, in milliseconds.
  public var timestamp: Int32 = 0
  public var streamID: UInt32 = 0
  public var data = Bytes()
  /// The size of this tag in bytes, without this field. It is wrong in files of programs that cut them, so nothing
  /// depends on it.
  public var size: UInt32 = 11

  /// The bytes in front of ``data``.
  static let headerSize = 11

  public init() {}

  /// A tag at this time, in milliseconds, with its size as it has to be.
  public init(_ type: FLVTagType, at timestamp: Int32, _ data: Bytes) {
    self.type = type
    self.timestamp = timestamp
    self.data = data
    size = UInt32(clamping: data.count + FLVTag.headerSize)
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(2)
    try f.flag("Filter", &isEncrypted)
    try f.uint(5, "TagType", &type.rawValue, as: .names(FLVTagType.names))
    var count = UInt32(clamping: data.count)
    try f.uint(24, "DataSize", &count)
    // The lowest 24 bits come first.
    let stated = UInt32(bitPattern: timestamp)
    var (low, high) = (stated & 0xFF_FFFF, stated >> 24)
    try f.uint(24, "Timestamp", &low)
    try f.uint(8, "TimestampExtended", &high)
    timestamp = Int32(bitPattern: high << 24 | low)
    try f.uint(24, "StreamID", &streamID)
    try f.bytes("Data", &data, count: .exactly(Int(count)))
    try f.uint(32, "PreviousTagSize", &size)
  }
}

/// The kind of a tag (`TagType`).
public struct FLVTagType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let audio = FLVTagType(rawValue: 8)
  public static let video = FLVTagType(rawValue: 9)
  public static let script = FLVTagType(rawValue: 18)

  public static let names: ValueNames = [8: "audio", 9: "video", 18: "script data"]
}
