public import FieldCoding

/// The tags of an FLV file.
///
///     let file = try FLVFile(bytes)
///     for tag in file.tags { print(tag.timestamp, tag.type) }
public struct FLVFile: Sendable {
  /// All the bytes of the file.
  public let bytes: Bytes
  public let header: FLVHeader
  /// The offset of the first tag.
  private let start: Int

  /// Reads the header.
  public init(_ bytes: Bytes) throws(FieldError) {
    self.bytes = bytes
    header = try FLVHeader(decoding: bytes)
    start = Int(clamping: header.dataOffset) + 4
  }

  /// The tags, up to the end of the file or to the first unreadable tag.
  public var tags: Tags { Tags(bytes, start) }

  /// Reads tag by tag.
  public struct Tags: Sequence, IteratorProtocol, Sendable {
    private let bytes: Bytes
    private var position: Int
    /// The reason why no more tags can be read, after the last one; nil at the end of the file.
    public private(set) var failure: FieldError?

    fileprivate init(_ bytes: Bytes, _ position: Int) {
      self.bytes = bytes
      self.position = position
    }

    public mutating func next() -> FLVTag? {
      guard failure == nil, let rest = bytes.part(position..<bytes.count), !rest.isEmpty else {
        return nil
      }
      do throws(FieldError) {
        let tag = try FLVTag(decoding: rest)
        position += FLVTag.headerSize + tag.data.count + 4
        return tag
      } catch {
        failure = error
        return nil
      }
    }
  }
}
