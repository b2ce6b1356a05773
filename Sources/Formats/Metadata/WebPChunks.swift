public import FieldCoding

/// The chunks of a WebP image (RFC 9649 §2.3).
public struct WebPChunks: Sendable {
  /// A chunk.
  public struct Chunk: Sendable {
    /// The chunk's type, a FourCC.
    public var type: FourCC
    /// The chunk's payload, without padding.
    public var data: Bytes
  }

  /// Images have a handful of chunks, and animations one for each frame.
  private static let limit = 1 << 20

  /// The chunks, in the order of the file, as far as they can be followed.
  public private(set) var chunks: [Chunk] = []

  /// Reads the chunks. Nil if `bytes` are not a WebP image.
  public init?(_ bytes: Bytes) {
    guard bytes.has(Array("RIFF".utf8)), bytes.has(Array("WEBP".utf8), at: 8) else { return nil }
    var position = 12
    while chunks.count < WebPChunks.limit, let type = bytes.integer(at: position, size: 4, .big),
      let size = bytes.integer(at: position + 4, size: 4, .little),
      let data = bytes.slice(at: position + 8, count: Int(truncatingIfNeeded: size))
    {
      chunks.append(Chunk(type: FourCC(rawValue: UInt32(truncatingIfNeeded: type)), data: data))
      position += 8 + data.count + data.count % 2
    }
  }

  /// The TIFF structure with the Exif metadata (§2.7.1.5). Some programs put before it what JPEG files
  /// have there.
  public var exif: Bytes? {
    let head = Array("Exif\0\0".utf8)
    return chunks.first { $0.type == "EXIF" }.flatMap {
      $0.data.has(head) ? $0.data.part(head.count..<$0.data.count) : $0.data
    }
  }
}
