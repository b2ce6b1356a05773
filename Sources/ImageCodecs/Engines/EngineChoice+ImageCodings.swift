#if canImport(CDe265)
  import CodecJob
  import HEIF

  extension EngineChoice {
    /// The libraries that decode AV1.
    enum AV1Decoder: Equatable {
      case dav1d, aom, libheif
      /// libdav1d, and libaom to compare with.
      case both
    }

    /// The decoder for AV1: libdav1d, which needs half of the time, if it notices damage, otherwise libaom. Without
    /// libavcodec, it is libheif.
    func av1Decoder(
      library: () -> Result<LibAVImageLibrary, CodecError> = { LibAVImageLibrary.usual },
      libheif: () -> Result<LibHEIFLibrary, CodecError> = { LibHEIFLibrary.usual }
    ) throws(CodecError) -> AV1Decoder {
      if engine == .libheif, !isCrossChecked {
        try libheif().get().checkDecoding(.av1)
        return .libheif
      }
      if engine == .auto, !isCrossChecked, (try? library().get()) == nil,
        (try? libheif().get().checkDecoding(.av1)) != nil
      {
        return .libheif
      }
      let library = try libav(for: .av1, library)
      let (hasDav1d, hasAom) = (
        library.has(decoder: Dav1d.decoder), library.has(decoder: Aom.decoder)
      )
      if isCrossChecked {
        guard hasDav1d, hasAom else {
          throw CodecError(
            "\(library.path) does not have both libdav1d and libaom, so that nothing can be compared"
          )
        }
        return .both
      }
      guard hasDav1d || hasAom else {
        throw CodecError("\(library.path) was built without a decoder of AV1 (libdav1d, libaom)")
      }
      return hasDav1d && (!hasAom || LibAVImageLibrary.dav1dNoticesDamage) ? .dav1d : .aom
    }

    func checkAVC(
      library: () -> Result<LibAVImageLibrary, CodecError> = { LibAVImageLibrary.usual }
    ) throws(CodecError) {
      let library = try libav(for: .avc, library)
      guard library.has(decoder: AVCImageStream.decoder) else {
        throw CodecError("\(library.path) was built without a decoder of \(Coding.avc.title)")
      }
      if isCrossChecked {
        throw CodecError(
          "there is only one decoder of \(Coding.avc.title), so that nothing can be compared")
      }
    }

    private func libav(
      for coding: Coding, _ library: () -> Result<LibAVImageLibrary, CodecError>
    ) throws(CodecError) -> LibAVImageLibrary {
      switch engine {
      case .auto, .libav: break
      case .de265:
        throw CodecError("libde265 cannot decode \(coding.title); --engine libav can")
      case .libheif:
        throw CodecError("libheif is not used to decode \(coding.title); use --engine libav")
      }
      do throws(CodecError) { return try library().get() } catch {
        throw CodecError("to decode \(coding.title), libavcodec is needed: \(error.message)")
      }
    }
  }

  extension LibAVImageLibrary {
    /// Whether libdav1d refuses a picture that is damaged, as newer versions do; older ones show
    /// it. Found out once, of the library that is used by default.
    static let dav1dNoticesDamage =
      (try? DecoderSelfTest.av1.damaged.sum(LibAVDecoder<AV1ImageStream<Dav1d>>.self)) == nil
  }
#endif
