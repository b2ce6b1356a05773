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
      let data = parts.first(CompressedMovieDataBox.self), CompressedMovie.excess(of: data) == nil,
      let bytes = inflate(Array(data.compressedData), Int(data.uncompressedSize))
    else { return nil }
    self.bytes = Bytes(bytes)
    var limits = limits
    limits.elements = min(
      limits.elements, max(CompressedMovie.freeElements, data.compressedData.count / 4))
    self.limits = limits
  }

  /// What a compressed movie states that is so much that it is not decompressed, as a sentence without a full stop; nil
  /// for others.
  package static func excess(of data: CompressedMovieDataBox) -> String? {
    let most = max(free, data.compressedData.count.multipliedSaturating(by: mostTimes))
    guard Int(data.uncompressedSize) > most else { return nil }
    return """
      \(counted(data.compressedData.count, "byte")) would become \(grouped(data.uncompressedSize)), more than tables \
      of samples do: the movie is not read
      """
  }

  /// Why nothing is known of a movie whose box is compressed, as a sentence about the file.
  static func refusal(of moov: Box, _ inflate: Inflate?) -> String {
    let data = moov.children.at("cmov").first(CompressedMovieDataBox.self)
    if let excess = data.flatMap(excess(of:)) {
      return "has a compressed description of its movie (cmov): \(excess)"
    }
    return inflate == nil
      ? "has a compressed description of its movie (cmov), which boxwalk reads and does not edit"
      : "has a compressed description of its movie (cmov), which cannot be read"
  }

  /// Its boxes.
  package var file: BoxFile { BoxFile(bytes, limits: limits) }
}
