package import FieldCoding

/// The content encodings of items of HEIF files (ISO/IEC 14496-12 §8.11.6, RFC 9110 §8.4.1).
package enum ContentEncoding {
  /// The most bytes of decoded metadata; no packet of a device has a hundredth of them.
  private static let limit = 1 << 26

  /// The decoders of this computer.
  package static let decompressor = Decompressor(
    content: ContentEncoding.decoded, zlibEnd: Zlib.end)

  /// The decoded data; nil if it is not sound, too long, or if the encoding or its library is missing.
  package static func decoded(_ data: Bytes, _ encoding: String) -> Bytes? {
    let decoded: [UInt8]? =
      switch encoding {
      case "br": Brotli.decompress(Array(data), upTo: limit)
      case "deflate": Zlib.inflate(Array(data), upTo: limit)
      case "gzip": gzipBody(data).flatMap { Zlib.inflateRaw($0, upTo: limit) }
      default: nil
      }
    return decoded.map { Bytes($0) }
  }

  /// The deflated data in a file of gzip (RFC 1952 §2.3); nil if its header has optional parts.
  private static func gzipBody(_ data: Bytes) -> [UInt8]? {
    guard data.count >= 18, data.starts(with: [0x1F, 0x8B, 8, 0]) else { return nil }
    return Array(data.dropFirst(10).dropLast(8))
  }
}
