#if canImport(CDe265)
  import CodecJob

  extension EngineChoice {
    /// Which decoders are used.
    enum Decoder: Equatable {
      case de265, libav
      /// libavcodec, and libde265 to compare with.
      case both
    }

    /// What decodes.
    ///
    /// By default that is libde265, although libavcodec needs two thirds of its time. libavcodec stops
    /// where the picture is full and does not look whether its data ends there, too: of photos with a
    /// damaged byte it shows a quarter as if nothing were wrong, where libde265 shows one in sixty.
    ///
    /// - Parameter library: libavcodec, or why it is not there. Asked for only if it is needed.
    func decoder(
      library: () -> Result<LibAVLibrary, CodecError> = { LibAVLibrary.usual }
    ) throws(CodecError) -> Decoder {
      if isCrossChecked {
        do throws(CodecError) { try hevc(library()) } catch {
          throw CodecError("there is one engine only, so that nothing can be compared: \(error)")
        }
        return .both
      }
      switch engine {
      case .auto, .de265: return .de265
      case .libav:
        try hevc(library())
        return .libav
      }
    }

    private func hevc(_ library: Result<LibAVLibrary, CodecError>) throws(CodecError) {
      let library = try library.get()
      guard library.has(decoder: HEVCStream.decoder) else {
        throw CodecError("\(library.path) was built without a decoder of HEVC")
      }
    }
  }
#endif
