public import ISOBMFF

/// What is lost of a file in an archive, and comes back with this: an extra field of our own, which
/// stands in the directory of archives and which other programs pass over.
public struct BundleRecord: FieldCodable {
  /// The number of the extra field: `BW`.
  public static let kind: UInt16 = 0x5742

  /// 1 in all archives so far.
  public var version: UInt8 = 1
  /// Nanoseconds since the start of 1970; what archives have otherwise is to the second.
  public var modificationTime: UInt64 = 0
  /// How the extension of a movie is written; empty for a still.
  public var fileExtension = Bytes()

  public init() {}

  /// A record of when the file was changed, in nanoseconds since the start of 1970, and of its extension.
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

  /// Nanoseconds since the start of 1970.
  public var modified: Int64 { Int64(bitPattern: modificationTime) }
}
