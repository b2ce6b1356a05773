#if canImport(CDe265)
  internal import CLoaded
  internal import Files

  /// The OpenJPEG of this computer; it is opened when it is needed.
  @safe
  struct OpenJPEGLibrary: Sendable {
    // A library is never closed, and its content never changes.
    nonisolated(unsafe) let handle: OpaquePointer

    private init() throws(CodecError) {
      let names = RuntimeLibrary.names(
        "libopenjp2", versions: [7], variable: "BOXWALK_LIBOPENJP2")
      // The array has the size that is stated.
      let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_openjpeg_load($0, &$1) }
      guard let handle = unsafe found.handle else {
        throw CodecError(
          unsafe RuntimeLibrary.explanation(of: "OpenJPEG", names, found.reasons))
      }
      unsafe self.handle = handle
    }

    /// The library that is used by default; it is searched for only once.
    static let usual = Result { () throws(CodecError) in try OpenJPEGLibrary() }

    /// `2.5.0`. A constant string of the library.
    var version: String { unsafe String(cString: boxwalk_openjpeg_version(handle)) }

    /// The file; the string is kept with the handle.
    var path: String { unsafe String(cString: boxwalk_openjpeg_path(handle)) }
  }
#endif
