internal import CLoaded
import Platform

/// Libraries that are opened when they are needed, and may be missing.
package enum RuntimeLibrary {
  /// Tries names one after the other.
  ///
  /// - Returns: the first library that could be opened, and why those before it could not.
  package static func open(
    _ names: [String], _ open: (String, inout [CChar]) -> OpaquePointer?
  ) -> (handle: OpaquePointer?, reasons: [String]) {
    var reasons: [String] = []
    for name in names {
      var message = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
      if let handle = unsafe open(name, &message) { return unsafe (handle, reasons) }
      reasons.append(text(message))
    }
    return (nil, reasons)
  }

  /// The reason why none of the names led to a library.
  ///
  /// - Parameter title: the usual name of the library.
  package static func explanation(
    of title: String, _ names: [String], _ reasons: [String]
  ) -> String {
    // Several names are tried, so it is not an error that one of them is missing.
    let isMissing = reasons.allSatisfy { $0.lowercased().contains("no such file") }
    return names.first?.contains("/") == true || !isMissing
      ? reasons.joined(separator: "; ")
      : "\(title) is not installed: boxwalk doctor says how to install it"
  }

  /// The file names of a library, the preferred version first.
  ///
  /// - Parameter variable: an environment variable; if it is set, its value is the only name.
  package static func names(
    _ name: String, versions: [Int32], variable: String? = nil
  ) -> [String] {
    if let name = variable.flatMap({ Environment[$0] }) { return [name] }
    #if canImport(Darwin)
      return ["", "/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/"].flatMap { folder in
        versions.map { "\(folder)\(name).\($0).dylib" }
      }
    #else
      return versions.map { "\(name).so.\($0)" }
    #endif
  }

  /// A sentence that a C function wrote.
  package static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The output of a library, at most `limit` bytes; nil if it returns less than one.
  static func decompressed(
    _ stream: [UInt8], upTo limit: Int,
    _ decompress: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int) -> Int
  ) -> [UInt8]? {
    guard limit > 0 else { return nil }
    // The closure states how many of the bytes it wrote.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { bytes, count in
      // The library reads the bytes of `stream`, and writes at most the stated size.
      let written = unsafe stream.withUnsafeBufferPointer { stream in
        unsafe decompress(stream.baseAddress, stream.count, bytes.baseAddress, limit)
      }
      count = max(0, written)
    }
    return bytes.isEmpty ? nil : bytes
  }
}
