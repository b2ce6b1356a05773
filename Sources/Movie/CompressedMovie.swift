package import ISOBMFF

/// Decompresses a zlib stream (RFC 1950). The parameters are the stream, and the number of bytes that it
/// should have after decompression. The result is nil if the stream cannot be decompressed.
public typealias Inflate = @Sendable ([UInt8], _ count: Int) -> [UInt8]?

/// The `moov` box in a compressed one (QuickTime File Format: Compressed movie resources).
///
/// Offsets in its boxes count from its own start.
package struct CompressedMovie: Sendable {
  /// Its bytes.
  package let bytes: Bytes
  /// The limits for reading it: it has as many elements as a file of the compressed size can have.
  package let limits: DecodeLimits

  /// What a stream of few bytes may become, and the elements in it.
  private static let (free, freeElements) = (1 << 17, 1 << 12)
  private static let mostTimes = 32

  /// Nil if the box is not compressed, if it cannot be decompressed, or if it states many times the size that tables of
  /// samples become.
  package init?(_ moov: Box, limits: DecodeLimits = DecodeLimits(), _ inflate: Inflate?) {
    let parts = moov.children.at("cmov")
    guard let inflate, parts.first(DataCompressionBox.self)?.compressionType == "zlib",
      let data = parts.first(CompressedMovieDataBox.self), !CompressedMovie.isTooLarge(data),
      let bytes = inflate(Array(data.compressedData), Int(data.uncompressedSize))
    else { return nil }
    self.bytes = Bytes(bytes)
    var limits = limits
    limits.elements = min(
      limits.elements, max(CompressedMovie.freeElements, data.compressedData.count / 4))
    self.limits = limits
  }

  /// Whether a compressed movie states so many bytes that it is not decompressed.
  package static func isTooLarge(_ data: CompressedMovieDataBox) -> Bool {
    Int(data.uncompressedSize)
      > max(free, data.compressedData.count.multipliedSaturating(by: mostTimes))
  }

  /// Its boxes.
  package var file: BoxFile { BoxFile(bytes, limits: limits) }
}
