internal import CLoaded
internal import Files

/// The libcurl of this computer; it is opened when it is needed.
@safe
package struct CurlLibrary: Sendable {
  // A library is never closed, and its content never changes.
  nonisolated(unsafe) let handle: OpaquePointer

  /// - Parameter names: file names, or names that the system finds; the first existing one is used.
  package init(_ names: [String] = CurlLibrary.usualNames) throws(RemoteError) {
    // The array has the size that is stated.
    let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_curl_load($0, &$1) }
    guard let handle = unsafe found.handle else {
      throw RemoteError(
        .library,
        unsafe RuntimeLibrary.explanation(of: "libcurl", names, found.reasons))
    }
    unsafe self.handle = handle
  }

  /// The value of `BOXWALK_LIBCURL`, or else the names of the system's library.
  package static var usualNames: [String] {
    let variable = "BOXWALK_LIBCURL"
    let names = RuntimeLibrary.names("libcurl", versions: [4], variable: variable)
    guard Environment[variable] == nil else { return names }
    #if canImport(Darwin)
      // The system's own one is in no folder that is looked through.
      return ["/usr/lib/libcurl.4.dylib"] + names
    #else
      return names + ["libcurl-gnutls.so.4"]
    #endif
  }

  /// The library that is used; it is searched for only once.
  package static let usual = Result { () throws(RemoteError) in try CurlLibrary() }

  /// `7.88.1`; the string is the library's own.
  package var version: String { unsafe String(cString: boxwalk_curl_version(handle)) }

  /// The file; the string is kept with the handle.
  package var path: String { unsafe String(cString: boxwalk_curl_path(handle)) }

  /// The URL that a reference refers to; nil if the text is not a reference.
  func resolve(_ reference: String, from base: String) -> String? {
    var url = [CChar](repeating: 0, count: Int(BOXWALK_CURL_URL))
    // The strings live during the call, and the array has the size that is stated.
    guard unsafe boxwalk_curl_resolve(handle, base, reference, &url) == 0 else { return nil }
    return RuntimeLibrary.text(url)
  }
}
