#if canImport(CDe265)
  import HEIF

  /// libavcodec where it notices damage, and libde265 everywhere else.
  struct CarefulDecoder: TileDecoder, ~Copyable {
    static let name = "libavcodec or libde265"

    private let configuration: ImagePlan.DecoderConfiguration
    private let size: ImagePlan.Size
    private let budget: Int
    private var libav: LibAVDecoder<HEVCStream>
    /// Made when it is needed.
    private var de265: De265Decoder?

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      self.configuration = configuration
      self.size = size
      self.budget = budget
      libav = try LibAVDecoder(configuration, size: size, budget: budget)
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let input = try libav.input(data)
      if input.showsDamage { return try libav.decode(input, body) }
      if de265 == nil { de265 = try De265Decoder(configuration, size: size, budget: budget) }
      try de265?.decode(data, body)
    }
  }
#endif
