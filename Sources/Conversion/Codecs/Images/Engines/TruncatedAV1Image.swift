#if canImport(CDe265)
  import AV1
  import FieldCoding
  import HEIF

  /// libdav1d, which returns an image even from damaged data.
  private enum TolerantDav1d: AV1Library {
    static let title = "libdav1d"
    static let decoder = "libdav1d"
    static let isStrict = false
  }

  /// AV1 data that is truncated within a frame.
  ///
  /// Blocks are counted row by row, even if a frame has several tiles: the shown part is then smaller than the decoded
  /// one. If the length of a later tile is unknown, nothing is shown.
  struct TruncatedAV1Image: TruncatedImageCodec {
    static let name = "libdav1d"

    private let configuration: ImagePlan.DecoderConfiguration
    private let size: ImagePlan.Size
    private let budget: Int

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) {
      self.configuration = configuration
      self.size = size
      self.budget = budget
    }

    func blocks(of data: [UInt8]) throws(CodecError) -> CodedBlocks {
      let sequence = try AV1Image(data, configuration).sequence
      return CodedBlocks(of: size, side: sequence.usesSuperblocksOf128 ? 128 : 64)
    }

    func lack(of data: [UInt8]) throws(CodecError) -> Int {
      let all = Bytes(data)
      var position = 0
      while let rest = all.part(position..<data.count), !rest.isEmpty,
        let length = OpenBitstreamUnit.statedLength(of: rest)
      {
        position += length
        if position > data.count { return position - data.count }
      }
      throw CodecError("the coded data does not break off within a unit that states its size")
    }

    func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) -> [(x: Int, y: Int)] {
      var decoder = try LibAVDecoder<AV1ImageStream<TolerantDav1d>>(
        configuration, size: size, budget: budget)
      try decoder.decode(data, body)
      return []
    }
  }
#endif
