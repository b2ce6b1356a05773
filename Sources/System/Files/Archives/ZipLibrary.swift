internal import CLoaded

/// The libzip of this computer; it is opened when it is needed.
@safe
package struct ZipLibrary: Sendable {
  // A library is never closed, and its content never changes.
  nonisolated(unsafe) let handle: OpaquePointer

  private init() throws(ZipError) {
    let names = RuntimeLibrary.names("libzip", versions: [5, 4], variable: "BOXWALK_LIBZIP")
    // The array has the size that is stated.
    let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_zip_load($0, &$1) }
    guard let handle = unsafe found.handle else {
      throw ZipError(unsafe RuntimeLibrary.explanation(of: "libzip", names, found.reasons))
    }
    unsafe self.handle = handle
  }

  /// The library that is used; it is searched for only once.
  package static let usual = Result { () throws(ZipError) in try ZipLibrary() }

  /// `1.7.3`. A constant string of the library.
  package var version: String { unsafe String(cString: boxwalk_zip_version(handle)) }

  /// The file; the string is kept with the handle.
  package var path: String { unsafe String(cString: boxwalk_zip_path(handle)) }
}
