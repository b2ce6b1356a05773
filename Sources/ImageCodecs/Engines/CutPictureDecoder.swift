#if canImport(CDe265)
  import FieldCoding
  import HEIF
  import HEVC

  /// What is left of a picture of HEVC whose data breaks off within a slice.
  ///
  /// Nothing in the data says how far the decoder came. So it goes on with data that was made up, of
  /// several kinds: what comes out the same each time was decoded of what is there. Blocks are coded from
  /// left to right and from top to bottom; from the first one on that comes out otherwise all is gray.
  struct CutPictureDecoder: TileDecoder, ~Copyable {
    static let name = "libde265"

    private let configuration: ImagePlan.DecoderConfiguration
    private let size: ImagePlan.Size
    private let budget: Int
    /// The side of a coding tree block.
    private let block: Int

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      let units = configuration.parameterSets.map { Bytes($0) }
      let sequence = units.lazy.filter { NALUnit.type(of: $0) == .sequenceParameterSet }
        .compactMap { try? SequenceParameterSet(nalUnit: $0) }.first
      let picture = units.lazy.filter { NALUnit.type(of: $0) == .pictureParameterSet }
        .compactMap { try? PictureParameterSet(nalUnit: $0) }.first
      guard let sequence, let picture, picture.tiles == nil else {
        throw CodecError("in which order its blocks are coded is not known")
      }
      let bits =
        3 + sequence.log2MinLumaCodingBlockSizeMinus3 + sequence.log2DiffMaxMinLumaCodingBlockSize
      guard (3...6).contains(bits) else { throw CodecError("has blocks of an unknown size") }
      block = 1 << Int(bits)
      self.configuration = configuration
      self.size = size
      self.budget = budget
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      var attempts: [PlanarImage] = []
      var missing: Set<Int> = []
      for seed in 1...3 {
        let whole = try completed(data, seed: UInt64(seed))
        // The pictures are there at the same time, and the result.
        var decoder = try De265Decoder(
          configuration, size: size, budget: budget / 5, allowsDamage: true)
        try decoder.decode(whole) { (tile) throws(CodecError) in
          let copy = PlanarImage(
            width: tile.width, height: tile.height, chroma: tile.chroma, bitDepth: tile.bitDepth)
          for (own, other) in zip(copy.planes, PlanarImage(borrowing: tile).planes) {
            own.copy(other)
          }
          attempts.append(copy)
        }
        for index in decoder.missingBlocks where decoder.blocksInRow > 0 {
          let (row, column) = index.quotientAndRemainder(dividingBy: decoder.blocksInRow)
          missing.insert(row * 8 / block * columns + column * 8 / block)
        }
      }
      let first = attempts[0]
      guard attempts.count == 3, first.width == size.width, first.height == size.height,
        attempts.allSatisfy({ $0.chroma == first.chroma && $0.bitDepth == first.bitDepth })
      else { throw CodecError("nothing of the picture is left") }
      let count = columns * ((size.height + block - 1) / block)
      let lost = (0..<count).first { missing.contains($0) || differs(attempts, at: $0) }
      // One block more: what decides about it may look the same by chance.
      let kept = lost.map { max(0, $0 - 1) } ?? count
      guard kept > 0 else { throw CodecError("nothing of the picture is left") }
      let result = joined(attempts, kept)
      try withExtendedLifetime(result) { () throws(CodecError) in
        var tile = DecodedTile(result)
        tile.lostShare = 1 - Double(kept) / Double(count)
        try body(tile)
      }
    }

    private var columns: Int { (size.width + block - 1) / block }

    /// The data with bytes in place of those that its last NAL unit lacks.
    private func completed(_ data: [UInt8], seed: UInt64) throws(CodecError) -> [UInt8] {
      let lengthSize = configuration.lengthSize
      var position = 0
      while position + lengthSize <= data.count {
        let length = data[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
        position += lengthSize
        let lack = length - (data.count - position)
        if lack <= 0 {
          position += length
          continue
        }
        guard lack <= budget / 5 else {
          throw CodecError("a NAL unit of \(length) bytes is longer than any of a photo")
        }
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        return data
          + (0..<lack).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Zeros could mean something else.
            return UInt8(truncatingIfNeeded: state >> 56) | 4
          }
      }
      throw CodecError("the coded data does not break off within a slice")
    }

    /// Whether a block is not the same in all pictures. Filters change samples near its right and lower
    /// edge by what is beyond, which is another matter.
    private func differs(_ pictures: [PlanarImage], at index: Int) -> Bool {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let (left, top) = (column * block, row * block)
      let inside = max(block - 8, 1)
      let planes = pictures.map { $0.planes[0] }
      for y in top..<min(top + inside, size.height) {
        for x in left..<min(left + inside, size.width)
        where planes[1][x, y] != planes[0][x, y] || planes[2][x, y] != planes[0][x, y] {
          return true
        }
      }
      return false
    }

    /// The first picture, with gray in place of what is not in the others, and of all blocks from `kept`
    /// on.
    private func joined(_ pictures: [PlanarImage], _ kept: Int) -> PlanarImage {
      let result = pictures[0]
      let gray = UInt16(1) << UInt16(result.bitDepth - 1)
      for (index, plane) in result.planes.enumerated() {
        let others = pictures[1...].map { $0.planes[index] }
        let (wide, high) =
          index == 0
          ? (block, block)
          : (
            block / result.chroma.subsampling.horizontal, block / result.chroma.subsampling.vertical
          )
        for y in 0..<plane.height {
          let start = y / high * columns
          for x in 0..<plane.width
          where start + x / wide >= kept || others.contains(where: { $0[x, y] != plane[x, y] }) {
            plane.set(gray, x, y)
          }
        }
      }
      return result
    }
  }
#endif
