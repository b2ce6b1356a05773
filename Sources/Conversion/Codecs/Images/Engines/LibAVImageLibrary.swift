#if canImport(CDe265)
  internal import PhotoEngineInterface
  internal import Files
  import Synchronization

  /// libavcodec of FFmpeg, in a module that is linked with it.
  ///
  /// It is opened when it is needed, because a system's libavcodec loads a hundred libraries. Other codecs work
  /// without it.
  @safe
  struct LibAVImageLibrary: Sendable {
    /// A module is never closed, and its functions never change.
    let functions: boxwalk_photo_engine

    /// - Parameter file: of the module; nil for the one that is linked with the system's libavcodec.
    init(_ file: String? = nil) throws(CodecError) {
      let opened = LibAVImageLibrary.module.open(file)
      guard let engine = opened.engine else { throw CodecError(opened.reason) }
      functions = engine
      LibAVImageLibrary.opened.store(true, ordering: .relaxed)
    }

    /// Whether one was opened, or is opened at once, so that it costs nothing more.
    static var isAtHand: Bool { opened.load(ordering: .relaxed) || own != nil }
    private static let opened = Atomic(false)

    private static let module = RuntimeModuleKind<boxwalk_photo_engine>(
      "boxwalk-photos", variable: "BOXWALK_LIBAVCODEC", function: "boxwalk_photo_engine_of_module",
      interface: UInt32(BOXWALK_PHOTO_ENGINE_INTERFACE))

    /// The module of `Scripts/make-libavcodec`, which is next to this program, in its run path. It contains
    /// libavcodec, and needs no other libraries except those of AV1; it is searched for only once.
    private static let own: LibAVImageLibrary? =
      module.isNamed ? nil : try? LibAVImageLibrary(RuntimeLibrary.moduleFile("avcodec-boxwalk"))

    /// The library that is used by default; it is searched for only once.
    static let usual = Result { () throws(CodecError) in
      if let own { return own }
      return try LibAVImageLibrary()
    }

    /// The version of the library, not of FFmpeg: `59.37.100`.
    var version: (major: Int, minor: Int, micro: Int) {
      let number = Int(functions.version())
      return (number >> 16, number >> 8 & 0xFF, number & 0xFF)
    }

    /// The version of FFmpeg, as its builder named it: `5.1.9-0+deb12u1`. It is a constant string
    /// of the library.
    var release: String { unsafe functions.release().map { unsafe String(cString: $0) } ?? "" }

    /// The file; the string is the loader's.
    var path: String { unsafe functions.path().map { unsafe String(cString: $0) } ?? "" }

    func has(decoder name: String) -> Bool { unsafe functions.has(name) != 0 }
  }

  extension CodecError {
    /// A sentence that a C function wrote.
    static func text(_ message: [CChar]) -> String { RuntimeLibrary.text(message) }
  }
#endif
