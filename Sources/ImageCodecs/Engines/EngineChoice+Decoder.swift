#if canImport(CDe265)
  internal import CDe265
  import CodecJob

  extension EngineChoice {
    /// Which decoders are used.
    enum Decoder: Equatable {
      case de265, libav
      /// libavcodec where it notices damage, else libde265.
      case careful
      /// libavcodec, and libde265 to compare with.
      case both
    }

    /// Below so many samples, what libavcodec saves is less than what it takes to load it, with the
    /// hundred libraries that it needs on most systems.
    static let largePicture = 6_000_000

    /// What decodes.
    ///
    /// By default, the fastest of those that notice damage.
    ///
    /// - Parameters:
    ///   - samples: luma samples of the picture.
    ///   - library: libavcodec, or why it is not there. Asked for only if it is needed.
    func decoder(
      samples: Int, library: () -> Result<LibAVLibrary, CodecError> = { LibAVLibrary.usual }
    ) throws(CodecError) -> Decoder {
      if isCrossChecked {
        do throws(CodecError) { try hevc(library()) } catch {
          throw CodecError("there is one engine only, so that nothing can be compared: \(error)")
        }
        return .both
      }
      switch engine {
      case .auto:
        guard samples >= EngineChoice.largePicture, !EngineChoice.isDe265Fast else { return .de265 }
        do throws(CodecError) { try hevc(library()) } catch { return .de265 }
        return .careful
      case .de265: return .de265
      case .libav:
        try hevc(library())
        return .libav
      }
    }

    /// libde265 1.1 is about as fast as libavcodec; before, it needs half as much again.
    private static var isDe265Fast: Bool {
      let version = (de265_get_version_number_major(), de265_get_version_number_minor())
      return version >= (1, 1)
    }

    private func hevc(_ library: Result<LibAVLibrary, CodecError>) throws(CodecError) {
      let library = try library.get()
      guard library.has(decoder: HEVCStream.decoder) else {
        throw CodecError("\(library.path) was built without a decoder of HEVC")
      }
    }
  }
#endif
