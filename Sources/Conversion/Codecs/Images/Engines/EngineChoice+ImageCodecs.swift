#if canImport(CDe265)
  import WorkerProtocol
  import HEIF

  extension EngineChoice {
    /// The libraries that decode AV1.
    enum AV1Decoder: Equatable {
      case dav1d, aom, libheif
      /// Two that are compared.
      case dav1dAndAom, libheifAndDav1d, libheifAndAom
    }

    /// The decoder for AV1: libdav1d, which needs half of the time, if it notices damage, otherwise libaom. Without
    /// libavcodec, it is libheif.
    func av1Decoder(
      library: () -> Result<LibAVImageLibrary, CodecError> = { LibAVImageLibrary.usual },
      libheif: () -> Result<LibHEIFLibrary, CodecError> = { LibHEIFLibrary.usual }
    ) throws(CodecError) -> AV1Decoder {
      func check(_ engine: Engine) throws(CodecError) {
        if engine == .libheif {
          try libheif().get().checkDecoding(.av1)
        } else {
          _ = try libav(for: .av1, library, [Dav1d.decoder, Aom.decoder])
        }
      }
      if second != nil {
        if ![engine, second ?? .auto].contains(where: { $0 == .libheif || $0 == .de265 }),
          let found = try? library().get(),
          found.has(decoder: Dav1d.decoder), found.has(decoder: Aom.decoder)
        {
          return .dav1dAndAom
        }
        _ = try pair(of: [.libav, .libheif], check)
        return try library().get().has(decoder: Dav1d.decoder) ? .libheifAndDav1d : .libheifAndAom
      }
      guard try engine(for: .av1, check) == .libav else { return .libheif }
      let found = try library().get()
      let (hasDav1d, hasAom) = (found.has(decoder: Dav1d.decoder), found.has(decoder: Aom.decoder))
      return hasDav1d && (!hasAom || LibAVImageLibrary.dav1dNoticesDamage) ? .dav1d : .aom
    }

    /// Which decoders are used of a codec that one library besides libheif decodes.
    enum OtherDecoder: Equatable { case own, libheif, both }

    /// The decoder of AVC: libavcodec, or else libheif.
    func avcDecoder(
      library: () -> Result<LibAVImageLibrary, CodecError> = { LibAVImageLibrary.usual },
      libheif: () -> Result<LibHEIFLibrary, CodecError> = { LibHEIFLibrary.usual }
    ) throws(CodecError) -> OtherDecoder {
      func check(_ engine: Engine) throws(CodecError) {
        if engine == .libheif {
          try libheif().get().checkDecoding(.avc)
        } else {
          _ = try libav(for: .avc, library, [AVCImageStream.decoder])
        }
      }
      if second != nil {
        _ = try pair(of: [.libav, .libheif], check)
        return .both
      }
      return try engine(for: .avc, check) == .libav ? .own : .libheif
    }

    /// The decoder of images in HEIF files whose codec no option chooses a library for: JPEG, JPEG 2000, uncompressed.
    ///
    /// - Parameters:
    ///   - codec: nil if libheif cannot be asked whether it has a decoder.
    ///   - own: throws if our decoder does not work.
    func otherDecoder(
      _ codec: LibHEIFLibrary.Codec?, own: () throws(CodecError) -> Void = {},
      libheif: () -> Result<LibHEIFLibrary, CodecError> = { LibHEIFLibrary.usual }
    ) throws(CodecError) -> OtherDecoder {
      func check() throws(CodecError) {
        let library = try libheif().get()
        if let codec { try library.checkDecoding(codec) }
      }
      if engine == .libheif || second == .libheif {
        try check()
        return second == nil ? .libheif : .both
      }
      do throws(CodecError) { try own() } catch {
        guard engine == .auto, second == nil, (try? check()) != nil else { throw error }
        return .libheif
      }
      guard second != nil else { return .own }
      do throws(CodecError) { try check() } catch {
        throw CodecError(
          "there is only one decoder of it, so that nothing can be compared: \(error)", .unsupported
        )
      }
      return .both
    }

    /// libavcodec or libheif, whichever is chosen; by default libavcodec, and libheif if it is missing.
    private func engine(
      for codec: Codec, _ check: (Engine) throws(CodecError) -> Void
    ) throws(CodecError) -> Engine {
      switch engine {
      case .de265:
        throw CodecError("libde265 cannot decode \(codec.title); --engine libav can", .unsupported)
      case .libav, .libheif:
        try check(engine)
        return engine
      case .auto:
        do throws(CodecError) {
          try check(.libav)
          return .libav
        } catch {
          guard (try? check(.libheif)) != nil else { throw error }
          return .libheif
        }
      }
    }

    /// - Parameter decoders: one of them has to be there.
    private func libav(
      for codec: Codec, _ library: () -> Result<LibAVImageLibrary, CodecError>,
      _ decoders: [String]
    ) throws(CodecError) -> LibAVImageLibrary {
      let found: LibAVImageLibrary
      do throws(CodecError) { found = try library().get() } catch {
        throw CodecError(
          "to decode \(codec.title), libavcodec is needed: \(error.message)", .unsupported)
      }
      guard decoders.contains(where: { found.has(decoder: $0) }) else {
        throw CodecError(
          "\(found.path) was built without a decoder of \(codec.title) (\(decoders.joined(separator: ", ")))",
          .unsupported)
      }
      return found
    }
  }

  extension LibAVImageLibrary {
    /// Whether libdav1d refuses an image that is damaged, as newer versions do; older ones show
    /// it. Found out once, of the library that is used by default.
    static let dav1dNoticesDamage =
      (try? DecoderSelfTest.av1.damaged.sum(LibAVDecoder<AV1ImageStream<Dav1d>>.self)) == nil
  }
#endif
