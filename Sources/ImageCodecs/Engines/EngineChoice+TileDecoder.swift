#if canImport(CDe265)
  internal import CDe265
  import CodecJob

  extension EngineChoice {
    /// Which decoders are used.
    enum Decoder: Equatable {
      case de265, libav, libheif
      /// libavcodec if it notices damage, otherwise libde265.
      case careful
      /// libavcodec, and libde265 to compare with.
      case both
      /// libheif, and libde265 to compare with.
      case libheifAndDe265
    }

    /// The decoder for a picture: by default the fastest of those that notice damage.
    ///
    /// - Parameters:
    ///   - samples: the luma samples of the picture.
    ///   - isAtHand: whether libavcodec is loaded already.
    ///   - library: libavcodec, or the reason why it is missing. It is only loaded if it is needed.
    func decoder(
      samples: Int, isAtHand: Bool = LibAVImageLibrary.isAtHand,
      library: () -> Result<LibAVImageLibrary, CodecError> = { LibAVImageLibrary.usual },
      libheif: () -> Result<LibHEIFLibrary, CodecError> = { LibHEIFLibrary.usual }
    ) throws(CodecError) -> Decoder {
      if isCrossChecked {
        if engine == .libheif {
          try hevc(libheif())
          return .libheifAndDe265
        }
        do throws(CodecError) {
          try hevc(library())
          return .both
        } catch {
          let first = error
          do throws(CodecError) { try hevc(libheif()) } catch {
            throw CodecError(
              "there is only one engine, so that nothing can be compared: \(first); \(error)")
          }
          return .libheifAndDe265
        }
      }
      switch engine {
      case .auto:
        return (isAtHand || samples >= EngineChoice.largePicture) && !EngineChoice.isDe265Fast
          ? .careful : .de265
      case .de265: return .de265
      case .libav:
        try hevc(library())
        return .libav
      case .libheif:
        try hevc(libheif())
        return .libheif
      }
    }

    private func hevc(_ library: Result<LibHEIFLibrary, CodecError>) throws(CodecError) {
      try library.get().checkDecoding(.hevc)
    }

    /// libde265 1.1 is about as fast as libavcodec; older versions take half as long again.
    private static var isDe265Fast: Bool {
      let version = (de265_get_version_number_major(), de265_get_version_number_minor())
      return version >= (1, 1)
    }

    private func hevc(_ library: Result<LibAVImageLibrary, CodecError>) throws(CodecError) {
      let library = try library.get()
      guard library.has(decoder: HEVCImageStream.decoder) else {
        throw CodecError("\(library.path) was built without a decoder of HEVC")
      }
    }
  }
#endif
