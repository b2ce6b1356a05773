#if canImport(CDe265)
  internal import CDe265
  import WorkerProtocol
  import FieldCoding
  import HEIF

  extension EngineChoice {
    /// Which decoders are used.
    enum Decoder: Equatable {
      case de265, libav, libheif
      /// libavcodec if it notices damage, otherwise libde265.
      case careful
      /// Two that are compared.
      case libavAndDe265, libheifAndDe265, libheifAndLibav
    }

    /// The decoder for an image: by default the fastest of those that notice damage.
    ///
    /// - Parameters:
    ///   - samples: the luma samples of the image.
    ///   - isAtHand: whether libavcodec is loaded already.
    ///   - library: libavcodec, or the reason why it is missing. It is only loaded if it is needed.
    func decoder(
      samples: Int, isAtHand: Bool = LibAVImageLibrary.isAtHand,
      library: () -> Result<LibAVImageLibrary, CodecError> = { LibAVImageLibrary.usual },
      libheif: () -> Result<LibHEIFLibrary, CodecError> = { LibHEIFLibrary.usual }
    ) throws(CodecError) -> Decoder {
      func check(_ engine: Engine) throws(CodecError) {
        switch engine {
        case .auto, .de265: break
        case .libav: try hevc(library())
        case .libheif: try libheif().get().checkDecoding(.hevc)
        }
      }
      guard second == nil else {
        switch try Set(pair(of: [.de265, .libav, .libheif], check)) {
        case [.libav, .de265]: return .libavAndDe265
        case [.libheif, .de265]: return .libheifAndDe265
        default: return .libheifAndLibav
        }
      }
      try check(engine)
      switch engine {
      case .auto:
        return (isAtHand || samples >= EngineChoice.largePicture) && !EngineChoice.isDe265Fast
          ? .careful : .de265
      case .de265: return .de265
      case .libav: return .libav
      case .libheif: return .libheif
      }
    }

    /// The two engines that are compared.
    ///
    /// - Parameters:
    ///   - engines: those that know the codec; where none was chosen, the first ones that work are taken.
    ///   - check: throws if an engine does not work.
    func pair(
      of engines: [Engine], _ check: (Engine) throws(CodecError) -> Void
    ) throws(CodecError) -> [Engine] {
      var pair = [engine, second].compactMap { $0 }.filter { $0 != .auto }
      guard Set(pair).count == pair.count else {
        throw CodecError("an engine cannot be compared with itself")
      }
      var reasons: [String] = []
      for engine in pair {
        guard engines.contains(engine) else {
          throw CodecError("--engine \(engine.rawValue) does not decode this codec")
        }
        try check(engine)
      }
      for engine in engines where pair.count < 2 && !pair.contains(engine) {
        do throws(CodecError) {
          try check(engine)
          pair.append(engine)
        } catch {
          reasons.append(error.message)
        }
      }
      guard pair.count == 2 else {
        throw CodecError(
          (["there is only one engine, so that nothing can be compared"] + reasons)
            .joined(separator: "; "))
      }
      return pair
    }

    /// libde265 1.1 is about as fast as libavcodec; older versions take half as long again.
    private static var isDe265Fast: Bool {
      let version = (de265_get_version_number_major(), de265_get_version_number_minor())
      return version >= (1, 1)
    }

    private func hevc(_ library: Result<LibAVImageLibrary, CodecError>) throws(CodecError) {
      let library = try library.get()
      guard library.has(decoder: HEVCImageStream.decoder) else {
        throw CodecError("\(library.path) was built without a decoder of HEVC", .unsupported)
      }
    }
  }
#endif
