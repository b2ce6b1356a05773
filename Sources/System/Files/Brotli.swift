internal import CLoaded

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
