#if canImport(CDe265)
  import FieldCoding
  import HEIF
  import HEVC
  import NALUnits

  /// HEVC as a byte stream (ITU-T H.265 annex B).
  struct HEVCImageStream: LibAVStream {
    static let decoder = "hevc"
    static let marksMemory = true

    private let configuration: ImagePlan.DecoderConfiguration
    private let sentinel: SentinelRow?

    init(_ configuration: ImagePlan.DecoderConfiguration) {
      self.configuration = configuration
      sentinel = SentinelRow(configuration)
    }

    func input(_ data: [UInt8]) throws(CodecError) -> LibAVInput {
      let units = try NALUnitRanges.ranges(in: data, lengthSize: configuration.lengthSize)
        .map { data[$0] }
      let slices = units.filter { HEVCImageStream.isSlice($0) }
      guard !slices.isEmpty else { throw CodecError("the coded data has no image") }
      var input = LibAVInput()
      for unit in configuration.parameterSets.map({ $0[...] }) + units {
        switch HEVCImageStream.type(of: unit) {
        // The part of a VPS about other layers is not needed here.
        case 32: input.preamble += [AnnexB.startCode[...], unit]
        // Slices, other parameter sets, and picture hashes. Nothing else changes samples.
        case .some(0...31), 33, 34, 40: input.picture += [AnnexB.startCode[...], unit]
        default: break
        }
      }
      // The hash is that of the unchanged image.
      input.showsDamage = units.contains { HEVCImageStream.isMD5($0) }
      let others: Set<UInt8> = [33, 34, 40]
      guard let sentinel, slices.count == 1,
        !units.contains(where: { HEVCImageStream.type(of: $0).map(others.contains) == true }),
        let withRow = sentinel.units(slices[0])
      else { return input }
      input.picture = (sentinel.parameterSets + withRow).flatMap {
        [AnnexB.startCode[...], $0[...]]
      }
      input.sentinelRow = sentinel.blockSize
      input.showsDamage = true
      return input
    }

    private static func isSlice(_ unit: ArraySlice<UInt8>) -> Bool {
      type(of: unit).map { $0 < 32 } == true
    }

    /// Whether it is an MD5 of the image (ITU-T H.265 §D.2.19), which libavcodec compares; of the
    /// other hashes it does so in some versions only.
    private static func isMD5(_ unit: ArraySlice<UInt8>) -> Bool {
      // Header, payload type 132, size, and the kind of hash.
      type(of: unit) == 40 && unit.dropFirst(2).first == 132 && unit.dropFirst(4).first == 0
    }

    /// `nal_unit_type`; nil for units outside of the base layer.
    private static func type(of unit: ArraySlice<UInt8>) -> UInt8? {
      guard let first = unit.first, let second = unit.dropFirst().first else { return nil }
      return first & 1 == 0 && second >> 3 == 0 ? first >> 1 & 0x3F : nil
    }
  }

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
