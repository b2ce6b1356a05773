#if canImport(CDe265)
  internal import CDe265
  import FieldCoding
  import HEIF
  import WorkerProtocol

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

  /// libavcodec if it is available and notices damage, and libde265 otherwise.
  struct CarefulDecoder: TileDecoder, ~Copyable {
    static let name = "libavcodec or libde265"

    private let configuration: ImagePlan.DecoderConfiguration
    private let size: ImagePlan.Size
    private let budget: Int
    /// The decoder of libavcodec; nil if there is no libavcodec. To open it takes the time of many
    /// tiles: other threads have other work in the meantime.
    private var libav: LibAVDecoder<HEVCImageStream>?
    /// The decoder of libde265, made when it is needed.
    private var de265: De265Decoder?

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) {
      self.init(configuration, size: size, budget: budget, library: LibAVImageLibrary.usual)
    }

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int,
      library: Result<LibAVImageLibrary, CodecError>
    ) {
      self.configuration = configuration
      self.size = size
      self.budget = budget
      do throws(CodecError) {
        libav = try LibAVDecoder(library.get(), configuration, size: size, budget: budget)
      } catch {
        libav = nil
      }
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      if let input = try libav?.input(data), input.showsDamage {
        try libav?.decode(input, body)
        return
      }
      if de265 == nil { de265 = try De265Decoder(configuration, size: size, budget: budget) }
      try de265?.decode(data, body)
    }
  }
#endif
