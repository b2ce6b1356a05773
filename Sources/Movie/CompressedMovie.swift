package import ISOBMFF

/// Decompresses a zlib stream (RFC 1950). The parameters are the stream, and the number of bytes that it
/// should have after decompression. The result is nil if the stream cannot be decompressed.
public typealias Inflate = @Sendable ([UInt8], _ count: Int) -> [UInt8]?

extension Box {
  /// The `moov` box that this one has in it in a compressed form; nil if it has none, or it cannot be
  /// inflated.
  ///
  /// Places in its boxes count from its own start.
  package func inflatedMovie(_ inflate: Inflate?) -> Box? {
    inflatedMovieBytes(inflate).flatMap { BoxFile($0).boxes.first("moov") }
  }

  /// What is compressed in this `moov` box (QuickTime File Format: Compressed movie resources): a
  /// `moov` box with all of its own. Nil if it is not compressed, or cannot be inflated.
  package func inflatedMovieBytes(_ inflate: Inflate?) -> Bytes? {
    let parts = children.at("cmov")
    guard let inflate, parts.first(DataCompressionBox.self)?.compressionType == "zlib",
      let data = parts.first(CompressedMovieDataBox.self)
    else { return nil }
    // No stream has more than 1,032 times its bytes, whatever it is said to have.
    let most = data.compressedData.count.multipliedSaturating(by: 1032)
    let count = Int(data.uncompressedSize)
    guard count <= most, let bytes = inflate(Array(data.compressedData), count) else { return nil }
    return Bytes(bytes)
  }
}
