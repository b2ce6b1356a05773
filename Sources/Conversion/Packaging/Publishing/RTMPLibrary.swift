internal import CLoaded
internal import Files

/// The librtmp of this computer; it is opened when it is needed.
@safe
package struct RTMPLibrary: Sendable {
  // A library is never closed, and its content never changes.
  nonisolated(unsafe) let handle: OpaquePointer

  private init() throws(PublishError) {
    let names = RuntimeLibrary.names("librtmp", versions: [1], variable: "BOXWALK_LIBRTMP")
    // The array has the size that is stated.
    let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_rtmp_load($0, &$1) }
    guard let handle = unsafe found.handle else {
      throw PublishError(
        .library, unsafe RuntimeLibrary.explanation(of: "librtmp", names, found.reasons))
    }
    unsafe self.handle = handle
  }

  /// The one that is used; looked for once.
  package static let usual = Result { () throws(PublishError) in try RTMPLibrary() }

  /// `2.4`
  package var version: String {
    var text = [CChar](repeating: 0, count: Int(BOXWALK_RTMP_MESSAGE))
    // The array has the size that is stated.
    return unsafe String(cString: boxwalk_rtmp_version(handle, &text))
  }

  /// The file; the string is kept with the handle.
  package var path: String { unsafe String(cString: boxwalk_rtmp_path(handle)) }
}
