internal import CLoaded

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
    inflate(stream, upTo: limit, BOXWALK_ZLIB)
  }

  /// The same of deflated data with nothing around it (RFC 1951).
  package static func inflateRaw(_ stream: [UInt8], upTo limit: Int) -> [UInt8]? {
    inflate(stream, upTo: limit, BOXWALK_DEFLATE)
  }

  /// The number of bytes of the zlib stream that some bytes begin with; nil if it is not whole, or there is no zlib.
  package static func end(of bytes: [UInt8]) -> Int? {
    guard let library = unsafe open().handle else { return nil }
    // The library reads only as many bytes as is stated.
    let end = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe boxwalk_zlib_end(library, bytes.baseAddress, bytes.count)
    }
    return end < 0 ? nil : end
  }

  private static func inflate(
    _ stream: [UInt8], upTo limit: Int, _ form: boxwalk_zlib_form
  ) -> [UInt8]? {
    guard let library = unsafe open().handle else { return nil }
    // The buffers are as long as is stated.
    return unsafe RuntimeLibrary.decompressed(stream, upTo: limit) { stream, count, bytes, room in
      unsafe boxwalk_zlib_inflate(library, form, stream, count, bytes, room)
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
