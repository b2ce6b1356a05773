#if canImport(CDe265)
  import CodecJob
  import HEIF

  extension EngineChoice {
    /// Which decoders are used.
    enum Decoder: Equatable {
      case de265, libav
      /// libavcodec, and libde265 to compare with.
      case both
    }

    /// Opening libavcodec takes as long as it saves with a picture of this many samples.
    static let smallestForLibAV = 1 << 21

    /// - Parameter library: libavcodec, or why it is not there. Asked for only if it is needed.
    func decoder(
      for plan: ImagePlan,
      library: () -> Result<LibAVLibrary, CodecError> = { LibAVLibrary.usual }
    ) throws(CodecError) -> Decoder {
      switch engine {
      case _ where isCrossChecked:
        do throws(CodecError) { _ = try hevc(library()) } catch {
          throw CodecError("there is one engine only, so that nothing can be compared: \(error)")
        }
        return .both
      case .de265: return .de265
      case .libav:
        _ = try hevc(library())
        return .libav
      case .auto:
        let size = plan.canvas
        let (samples, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard overflow || samples >= EngineChoice.smallestForLibAV else { return .de265 }
        return (try? hevc(library())) == nil ? .de265 : .libav
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
