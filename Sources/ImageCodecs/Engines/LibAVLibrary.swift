#if canImport(CDe265)
  internal import CLibAV

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// libavcodec of FFmpeg, as it was found on this computer.
  ///
  /// It is opened when it is needed: it brings a hundred libraries with it, and whoever does not have
  /// it can do without.
  @safe
  struct LibAVLibrary: Sendable {
    // A library is never closed, and what is in it never changes.
    nonisolated(unsafe) let handle: OpaquePointer

    /// - Parameter names: file names, or names that the system knows; the first that is there is taken.
    init(_ names: [String] = LibAVLibrary.usualNames) throws(CodecError) {
      var reasons: [String] = []
      for name in names {
        var message = [CChar](repeating: 0, count: Int(BOXWALK_AV_MESSAGE))
        // The array has the room that is asked for.
        if let handle = unsafe boxwalk_av_open(name, &message) {
          unsafe self.handle = handle
          return
        }
        reasons.append(CodecError.text(message))
      }
      // Of names that are tried in turn, that each is not there says nothing.
      throw CodecError(
        names.count == 1 ? reasons.joined() : "libavcodec is not installed, or no version that fits"
      )
    }

    /// What `BOXWALK_LIBAVCODEC` says, or else the newest that the system has.
    static var usualNames: [String] {
      if let name = unsafe getenv("BOXWALK_LIBAVCODEC") {
        // A string of the environment, which nothing changes here.
        return [unsafe String(cString: name)]
      }
      let versions = (BOXWALK_AV_MAJOR_FIRST...BOXWALK_AV_MAJOR_LAST).reversed()
      #if canImport(Darwin)
        return ["", "/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/"].flatMap { folder in
          versions.map { "\(folder)libavcodec.\($0).dylib" }
        }
      #else
        return versions.map { "libavcodec.so.\($0)" }
      #endif
    }

    /// The one that is used by default; looked for once.
    static let usual = Result { () throws(CodecError) in try LibAVLibrary() }

    /// Of the library, not of FFmpeg: `59.37.100`.
    var version: (major: Int, minor: Int, micro: Int) {
      let number = Int(unsafe boxwalk_av_version(handle))
      return (number >> 16, number >> 8 & 0xFF, number & 0xFF)
    }

    /// Of FFmpeg, as who built it named it: `5.1.9-0+deb12u1`. A constant string of the library.
    var release: String { unsafe String(cString: boxwalk_av_release(handle)) }

    /// The file; the string is kept with the handle.
    var path: String { unsafe String(cString: boxwalk_av_path(handle)) }

    func has(decoder name: String) -> Bool { unsafe boxwalk_av_has(handle, name) != 0 }
  }

  extension CodecError {
    /// A sentence that a C function wrote.
    static func text(_ message: [CChar]) -> String {
      String(
        decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
