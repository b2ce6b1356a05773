#if canImport(CDe265)
  import FieldCoding
  import HEIF
  import HEVC

  /// HEVC, whose data breaks off within a slice.
  struct TruncatedHEVCImage: TruncatedImageCodec {
    static let name = "libde265"

    private let configuration: ImagePlan.DecoderConfiguration
    private let size: ImagePlan.Size
    private let budget: Int
    private let blocks: CodedBlocks

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      let units = configuration.parameterSets.map { Bytes($0) }
      let sequence = units.lazy.filter { NALUnit.type(of: $0) == .sequenceParameterSet }
        .compactMap { try? SequenceParameterSet(nalUnit: $0) }.first
      let picture = units.lazy.filter { NALUnit.type(of: $0) == .pictureParameterSet }
        .compactMap { try? PictureParameterSet(nalUnit: $0) }.first
      guard let sequence, let picture else {
        throw CodecError("the order in which its blocks are coded is not known")
      }
      let bits =
        3 + sequence.log2MinLumaCodingBlockSizeMinus3 + sequence.log2DiffMaxMinLumaCodingBlockSize
      guard (3...6).contains(bits) else { throw CodecError("has blocks of an unknown size") }
      let side = 1 << Int(bits)
      let tiles = picture.tiles
      blocks = CodedBlocks(
        of: size, side: side,
        tileWidths: TruncatedHEVCImage.sizes(
          tiles?.columnCountMinus1, tiles?.spacing?.columnWidthsMinus1,
          of: (size.width + side - 1) / side),
        tileHeights: TruncatedHEVCImage.sizes(
          tiles?.rowCountMinus1, tiles?.spacing?.rowHeightsMinus1,
          of: (size.height + side - 1) / side))
      self.configuration = configuration
      self.size = size
      self.budget = budget
    }

    /// The sizes of all tiles in one direction but the last, in blocks (ITU-T H.265 §6.5.1).
    private static func sizes(
      _ countMinus1: UInt32?, _ stated: [UInt32]?, of blocks: Int
    ) -> [Int] {
      if let stated { return stated.map { Int($0) + 1 } }
      let last = Int(countMinus1 ?? 0)
      return (0..<last).map { ($0 + 1) * blocks / (last + 1) - $0 * blocks / (last + 1) }
    }

    func blocks(of data: [UInt8]) -> CodedBlocks { blocks }

    func lack(of data: [UInt8]) throws(CodecError) -> Int {
      let lengthSize = configuration.lengthSize
      var position = 0
      while position + lengthSize <= data.count {
        let length = data[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
        position += lengthSize + length
        if position > data.count { return position - data.count }
      }
      throw CodecError("the coded data does not break off within a slice")
    }

    func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) -> [(x: Int, y: Int)] {
      var decoder = try De265Decoder(configuration, size: size, budget: budget, allowsDamage: true)
      try decoder.decode(data, body)
      guard decoder.blocksInRow > 0 else { return [] }
      return decoder.missingBlocks.map { index in
        let (row, column) = index.quotientAndRemainder(dividingBy: decoder.blocksInRow)
        return (column * 8, row * 8)
      }
    }
  }
#endif
