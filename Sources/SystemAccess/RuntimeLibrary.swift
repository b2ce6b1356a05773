internal import CRuntimeLibrary

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Libraries that are opened when they are needed, and may be missing.
package enum RuntimeLibrary {
  /// Tries names in turn.
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

  /// Why none of the names led to a library.
  ///
  /// - Parameter title: what people call it.
  package static func explanation(
    of title: String, _ names: [String], _ reasons: [String]
  ) -> String {
    // The system is asked for several names: that one of them is not there says nothing.
    let isMissing = reasons.allSatisfy { $0.lowercased().contains("no such file") }
    return names.first?.contains("/") == true || !isMissing
      ? reasons.joined(separator: "; ") : "\(title) is not installed"
  }

  /// The names under which the system has a library, the version first that is to be preferred.
  ///
  /// - Parameter variable: of the environment; what it says is the only name.
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

  /// What a library writes to at most `limit` bytes; nil if it answers with less than one.
  static func decompressed(
    _ stream: [UInt8], upTo limit: Int,
    _ decompress: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int) -> Int
  ) -> [UInt8]? {
    guard limit > 0 else { return nil }
    // The closure states how many of the bytes it wrote.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { bytes, count in
      // The library reads what `stream` has, and writes no more than there is room for.
      let written = unsafe stream.withUnsafeBufferPointer { stream in
        unsafe decompress(stream.baseAddress, stream.count, bytes.baseAddress, limit)
      }
      count = max(0, written)
    }
    return bytes.isEmpty ? nil : bytes
  }
}
