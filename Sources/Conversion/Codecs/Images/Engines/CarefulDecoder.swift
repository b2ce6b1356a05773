#if canImport(CDe265)
  import HEIF

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
