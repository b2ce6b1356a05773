internal import CZlib

/// zlib, which nearly every system has.
package enum Zlib {
  /// The bytes of a zlib stream (RFC 1950); nil if it is not sound, has more than `limit` bytes, or
  /// there is no zlib.
  package static func inflate(_ stream: [UInt8], upTo limit: Int) -> [UInt8]? {
    let names = RuntimeLibrary.names("libz", versions: [1], variable: "BOXWALK_ZLIB")
    let library = unsafe RuntimeLibrary.open(names) { name, message in
      unsafe boxwalk_zlib_load(name, &message)
    }.handle
    guard let library = unsafe library, limit > 0 else { return nil }
    // The closure states how many of the bytes it wrote.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { bytes, count in
      // zlib reads what `stream` has, and writes no more than there is room for.
      let written = unsafe stream.withUnsafeBufferPointer { stream in
        unsafe boxwalk_zlib_inflate(
          library, stream.baseAddress, stream.count, bytes.baseAddress, limit)
      }
      count = max(0, written)
    }
    return bytes.isEmpty ? nil : bytes
  }
}
