/// Decompresses data with the libraries of a computer, which may be missing.
public struct Decompressor: Sendable {
  /// Decompresses data with a content encoding, such as `br` or `deflate`; nil if that is not known, or not possible.
  public let content: @Sendable (_ data: Bytes, _ encoding: String) -> Bytes?
  /// The number of bytes of the zlib stream that data begins with; nil if it cannot be decompressed.
  public let zlibEnd: @Sendable (_ data: [UInt8]) -> Int?

  /// - Parameters:
  ///   - content: decompresses data with a content encoding.
  ///   - zlibEnd: finds the end of a zlib stream.
  public init(
    content: @escaping @Sendable (_ data: Bytes, _ encoding: String) -> Bytes?,
    zlibEnd: @escaping @Sendable (_ data: [UInt8]) -> Int?
  ) {
    self.content = content
    self.zlibEnd = zlibEnd
  }
}
