#if canImport(CDe265)
  internal import CLibAV
  internal import SystemAccess
  import Synchronization

  /// libavcodec of FFmpeg, as it was found on this computer.
  ///
  /// It is opened when it is needed: that of a system brings a hundred libraries with it, and whoever
  /// does not have it can do without.
  @safe
  struct LibAVLibrary: Sendable {
    // A library is never closed, and what is in it never changes.
    nonisolated(unsafe) let handle: OpaquePointer

    /// - Parameter names: file names, or names that the system knows; the first that is there is taken.
    init(_ names: [String] = LibAVLibrary.usualNames) throws(CodecError) {
      // The array has the room that is asked for.
      let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_av_open($0, &$1) }
      guard let handle = unsafe found.handle else {
        // Several names are tried in turn: that one of them is not there says nothing.
        throw CodecError(
          names.count == 1
            ? unsafe found.reasons.joined()
            : "libavcodec is not installed, or no version that fits")
      }
      unsafe self.handle = handle
      LibAVLibrary.opened.store(true, ordering: .relaxed)
    }

    /// Whether one was opened, or is opened at once, so that it costs nothing more.
    static var isAtHand: Bool { opened.load(ordering: .relaxed) || own != nil }
    private static let opened = Atomic(false)

    /// The file that names the only one to be used.
    private static let variable = "BOXWALK_LIBAVCODEC"

    /// What the variable says, or else the newest that the system has.
    static var usualNames: [String] {
      RuntimeLibrary.names(
        "libavcodec",
        versions: (BOXWALK_AV_MAJOR_FIRST...BOXWALK_AV_MAJOR_LAST).reversed(), variable: variable)
    }

    /// The library of `Scripts/make-libavcodec`, which lies beside this program, in its run path,
    /// and brings no other libraries but those of AV1; it is looked for once.
    private static let own: LibAVLibrary? =
      RuntimeLibrary.named(by: variable) == nil
      ? try? LibAVLibrary(["libavcodec-boxwalk.so"]) : nil

    /// The one that is used by default; looked for once.
    static let usual = Result { () throws(CodecError) in
      if let own { return own }
      return try LibAVLibrary()
    }

    /// The version of the library, not of FFmpeg: `59.37.100`.
    var version: (major: Int, minor: Int, micro: Int) {
      let number = Int(unsafe boxwalk_av_version(handle))
      return (number >> 16, number >> 8 & 0xFF, number & 0xFF)
    }

    /// The version of FFmpeg, as its builder named it: `5.1.9-0+deb12u1`. It is a constant string
    /// of the library.
    var release: String { unsafe String(cString: boxwalk_av_release(handle)) }

    /// The file; the string is kept with the handle.
    var path: String { unsafe String(cString: boxwalk_av_path(handle)) }

    func has(decoder name: String) -> Bool { unsafe boxwalk_av_has(handle, name) != 0 }
  }

  extension CodecError {
    /// A sentence that a C function wrote.
    static func text(_ message: [CChar]) -> String { RuntimeLibrary.text(message) }
  }
#endif
