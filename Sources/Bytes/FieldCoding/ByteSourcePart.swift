/// A file, or a part of one, in a source that was joined of several.
public struct ByteSourcePart: Sendable, Equatable {
  /// The offset of its start in the source.
  public var start: Int
  /// The name of the file.
  public var name: String
  /// The offset of its start in the file.
  public var offset: Int

  /// A part of the file `name`.
  public init(start: Int, name: String, offset: Int = 0) {
    (self.start, self.name, self.offset) = (start, name, offset)
  }
}

extension ByteSource {
  /// The file that a byte came from, and its offset there; nil if the source is one file.
  public func joinedFile(at offset: Int) -> (name: String, offset: Int)? {
    let next = parts.partitioningIndex { $0.start > offset }
    guard next > 0 else { return nil }
    let part = parts[next - 1]
    return (part.name, part.offset + (offset - part.start))
  }
}
