#if canImport(CDe265)
  import WorkerProtocol
  internal import CLoaded
  internal import Files

  /// The libheif of this computer; it is opened when it is needed.
  @safe
  struct LibHEIFLibrary: Sendable {
    // A library is never closed, and its content never changes.
    nonisolated(unsafe) let handle: OpaquePointer

    /// - Parameter names: file names, or names that the system finds; the first existing one is used.
    init(_ names: [String] = LibHEIFLibrary.usualNames) throws(CodecError) {
      // The array has the size that is stated.
      let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_heif_open($0, &$1) }
      guard let handle = unsafe found.handle else {
        throw CodecError(
          unsafe RuntimeLibrary.explanation(of: "libheif", names, found.reasons))
      }
      unsafe self.handle = handle
    }

    /// The value of `BOXWALK_LIBHEIF`, or else the names of the system's library.
    static var usualNames: [String] {
      RuntimeLibrary.names("libheif", versions: [1], variable: "BOXWALK_LIBHEIF")
    }

    /// The library that is used by default; it is searched for only once.
    static let usual = Result { () throws(CodecError) in try LibHEIFLibrary() }

    /// `1.15.1`. A constant string of the library.
    var version: String { unsafe String(cString: boxwalk_heif_version(handle)) }

    /// The file; the string is kept with the handle.
    var path: String { unsafe String(cString: boxwalk_heif_path(handle)) }

    /// A codec, as libheif numbers it.
    enum Codec: CaseIterable {
      case hevc, av1, avc, vvc, evc, jpeg, jpeg2000

      var number: Int32 {
        switch self {
        case .hevc: Int32(BOXWALK_HEIF_HEVC)
        case .av1: Int32(BOXWALK_HEIF_AV1)
        case .avc: Int32(BOXWALK_HEIF_AVC)
        case .vvc: Int32(BOXWALK_HEIF_VVC)
        case .evc: Int32(BOXWALK_HEIF_EVC)
        case .jpeg: Int32(BOXWALK_HEIF_JPEG)
        case .jpeg2000: Int32(BOXWALK_HEIF_JPEG2000)
        }
      }

      var title: String {
        switch self {
        case .hevc: "HEVC"
        case .av1: "AV1"
        case .avc: "AVC (H.264)"
        case .vvc: "VVC (H.266)"
        case .evc: "EVC"
        case .jpeg: "JPEG"
        case .jpeg2000: "JPEG 2000"
        }
      }
    }

    /// Throws unless it has a decoder.
    func checkDecoding(_ codec: Codec) throws(CodecError) {
      guard decodes(codec) else {
        throw CodecError("\(path) has no decoder of \(codec.title)", .unsupported)
      }
    }

    /// Whether AV1 images that are written may have more than 8 bits: version 1.15 ends the process.
    var hasDeepAV1: Bool { unsafe boxwalk_heif_is_from(handle, 16) != 0 }

    /// Whether it gives the samples of codecs other than HEVC and AV1: older versions change them, or read them wrongly.
    var keepsOtherSamples: Bool { unsafe boxwalk_heif_is_from(handle, 19) != 0 }

    func encodes(_ codec: Codec) -> Bool {
      unsafe boxwalk_heif_has_encoder(handle, codec.number) != 0
    }

    func decodes(_ codec: Codec) -> Bool {
      unsafe boxwalk_heif_has_decoder(handle, codec.number) != 0
    }

    /// The names of the encoders; the first is the one that is taken.
    func encoders(_ codec: Codec) -> [String] {
      names { index, name in
        unsafe boxwalk_heif_encoder_name(handle, codec.number, index, &name)
      }
    }

    /// The names of the decoders; the first is the one that is taken.
    func decoders(_ codec: Codec) -> [String] {
      names { index, name in
        unsafe boxwalk_heif_decoder_name(handle, codec.number, index, &name)
      }
    }

    private func names(_ name: (Int32, inout [CChar]) -> Int32) -> [String] {
      var names: [String] = []
      var text = [CChar](repeating: 0, count: Int(BOXWALK_HEIF_MESSAGE))
      while name(Int32(names.count), &text) != 0 { names.append(CodecError.text(text)) }
      return names
    }
  }
#endif
