public import ISOBMFF

/// Boxwalk's own extra field for facts about a file that ZIP archives cannot store. It is in the central
/// directory of an archive, and other programs ignore it.
public struct BundleRecord: FieldCodable {
  /// The header ID of the extra field: `BW`.
  public static let kind: UInt16 = 0x5742

  /// The version of the field, which is always 1.
  public var version: UInt8 = 1
  /// The modification time, in nanoseconds since the start of 1970; the times of archives have whole seconds.
  public var modificationTime: UInt64 = 0
  /// The spelling of the extension of a movie; empty for a still.
  public var fileExtension = Bytes()

  public init() {}

  /// A record with the modification time, in nanoseconds since the start of 1970, and the extension.
  public init(modified: Int64, fileExtension: String = "") {
    modificationTime = UInt64(bitPattern: modified)
    self.fileExtension = Bytes(Array(fileExtension.utf8))
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    guard version == 1 else {
      throw f.error(.unsupportedVersion(version, supported: 1...1))
    }
    try f.littleEndian("modification_time", &modificationTime)
    try f.bytes("file_extension", &fileExtension, count: .toEnd)
  }

  /// The modification time, in nanoseconds since the start of 1970.
  public var modified: Int64 { Int64(bitPattern: modificationTime) }
}
