internal import CLoaded
package import FieldCoding
package import Movie

/// The content encodings of items of HEIF files (ISO/IEC 14496-12 §8.11.6, RFC 9110 §8.4.1).
package enum ContentEncoding {
  /// The most bytes of decoded metadata; no packet of a device has a hundredth of them.
  private static let limit = 1 << 26

  /// The decoders of this computer.
  package static let decompressor = Decompressor(
    content: ContentEncoding.decoded, zlibSizes: Zlib.sizes)

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

/// zlib, which nearly every system has.
package enum Zlib {
  /// The reason why the library is missing; nil if it is there. Reading this opens it.
  package static var problem: String? {
    let found = unsafe open()
    return unsafe found.handle == nil
      ? RuntimeLibrary.explanation(of: "zlib", names, found.reasons) : nil
  }

  /// The bytes of a zlib stream (RFC 1950); nil if it is not sound, has more than `limit` bytes, or
  /// there is no zlib.
  package static func inflate(_ stream: [UInt8], upTo limit: Int) -> [UInt8]? {
    inflate(stream, count: limit)?.whole
  }

  /// What a zlib stream has, up to a number of bytes; nil if there is no zlib.
  package static func inflate(_ stream: [UInt8], count: Int) -> Inflated? {
    inflate(stream, upTo: count, BOXWALK_ZLIB)
  }

  /// The same of deflated data with nothing around it (RFC 1951).
  package static func inflateRaw(_ stream: [UInt8], upTo limit: Int) -> [UInt8]? {
    inflate(stream, upTo: limit, BOXWALK_DEFLATE)?.whole
  }

  /// The number of bytes of the zlib stream that some bytes begin with, before and after decompression; nil if it is not
  /// whole, or there is no zlib.
  package static func sizes(of bytes: [UInt8]) -> (stream: Int, content: Int)? {
    guard let library = unsafe open().handle else { return nil }
    var content: UInt64 = 0
    // The library reads only as many bytes as is stated.
    let size = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe boxwalk_zlib_size(library, bytes.baseAddress, bytes.count, &content)
    }
    return size < 0 ? nil : (size, Int(clamping: content))
  }

  private static func inflate(
    _ stream: [UInt8], upTo limit: Int, _ form: boxwalk_zlib_form
  ) -> Inflated? {
    guard let library = unsafe open().handle else { return nil }
    var end = BOXWALK_ZLIB_DAMAGED
    // The buffers are as long as is stated.
    let bytes = unsafe RuntimeLibrary.decompressed(stream, upTo: limit) {
      stream, count, bytes, room in
      unsafe boxwalk_zlib_inflate(library, form, stream, count, bytes, room, &end)
    }
    return Inflated(bytes ?? [], ends(end))
  }

  private static func ends(_ end: boxwalk_zlib_end) -> Inflated.End {
    switch end {
    case BOXWALK_ZLIB_WHOLE: .whole
    case BOXWALK_ZLIB_LONGER: .longer
    case BOXWALK_ZLIB_TRUNCATED: .truncated
    case BOXWALK_ZLIB_CHECKSUM_WRONG: .checksumWrong
    default: .damaged
    }
  }

  private static var names: [String] {
    RuntimeLibrary.names("libz", versions: [1], variable: "BOXWALK_ZLIB")
  }

  private static func open() -> (handle: OpaquePointer?, reasons: [String]) {
    unsafe RuntimeLibrary.open(names) { name, message in
      unsafe boxwalk_zlib_load(name, &message)
    }
  }
}

/// The decoder of Brotli (RFC 7932).
package enum Brotli {
  /// The reason why the library is missing; nil if it is there. Reading this opens it.
  package static var problem: String? {
    let found = unsafe open()
    return unsafe found.handle == nil
      ? RuntimeLibrary.explanation(of: "libbrotlidec", names, found.reasons) : nil
  }

  /// The bytes of a stream; nil if it is not sound, has more than `limit` bytes, or there is no
  /// libbrotlidec.
  package static func decompress(_ stream: [UInt8], upTo limit: Int) -> [UInt8]? {
    guard let library = unsafe open().handle else { return nil }
    // The buffers are as long as is stated.
    return unsafe RuntimeLibrary.decompressed(stream, upTo: limit) { stream, count, bytes, room in
      unsafe boxwalk_brotli_decompress(library, stream, count, bytes, room)
    }
  }

  private static var names: [String] {
    RuntimeLibrary.names("libbrotlidec", versions: [1], variable: "BOXWALK_LIBBROTLIDEC")
  }

  private static func open() -> (handle: OpaquePointer?, reasons: [String]) {
    unsafe RuntimeLibrary.open(names) { name, message in
      unsafe boxwalk_brotli_load(name, &message)
    }
  }
}
