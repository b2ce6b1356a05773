package import ISOBMFF

/// Decompresses a zlib stream (RFC 1950). The parameters are the stream, and the number of bytes that it
/// should have after decompression. The result is nil if the stream cannot be decompressed.
public typealias Inflate = @Sendable ([UInt8], _ count: Int) -> [UInt8]?

extension Box {
  /// The decompressed `moov` box; nil if this box is not compressed, or cannot be decompressed.
  ///
  /// Offsets in its boxes count from its own start.
  package func inflatedMovie(_ inflate: Inflate?) -> Box? {
    inflatedMovieBytes(inflate).flatMap { BoxFile($0).boxes.first("moov") }
  }

  /// The decompressed bytes of this `moov` box, which are a complete `moov` box (QuickTime File Format: Compressed
  /// movie resources). Nil if it is not compressed, or cannot be decompressed.
  package func inflatedMovieBytes(_ inflate: Inflate?) -> Bytes? {
    let parts = children.at("cmov")
    guard let inflate, parts.first(DataCompressionBox.self)?.compressionType == "zlib",
      let data = parts.first(CompressedMovieDataBox.self)
    else { return nil }
    // A zlib stream expands to at most 1,032 times its size, whatever the box states.
    let most = data.compressedData.count.multipliedSaturating(by: 1032)
    let count = Int(data.uncompressedSize)
    guard count <= most, let bytes = inflate(Array(data.compressedData), count) else { return nil }
    return Bytes(bytes)
  }
}
