import FieldCoding

#if canImport(CDe265)
  import WorkerProtocol
  import HEIF

  /// A codec whose images can be decoded up to where their data breaks off.
  protocol TruncatedImageCodec: SendableMetatype {
    /// The name of its decoder in messages.
    static var name: String { get }

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError)

    /// The number of missing bytes of the last unit.
    func lack(of data: [UInt8]) throws(CodecError) -> Int

    /// The blocks of the image that `data`, which is complete, is of.
    func blocks(of data: [UInt8]) throws(CodecError) -> CodedBlocks

    /// Decodes an image with any damage.
    ///
    /// - Returns: the positions of luma samples without data.
    func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) -> [(x: Int, y: Int)]
  }

  /// Decodes the intact part of an image whose data is truncated within a unit.
  ///
  /// The data does not show how far the decoder came. So several kinds of invented data are appended. Blocks that are
  /// the same each time were decoded from the real data. In coding order, all blocks are grey from the first one that
  /// differs.
  struct TruncatedImageDecoder<Codec: TruncatedImageCodec>: TileDecoder, ~Copyable {
    static var name: String { Codec.name }

    private let codec: Codec
    private let size: ImagePlan.Size

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      // The images are in memory at the same time, with the result.
      codec = try Codec(configuration, size: size, budget: budget / 5)
      self.size = size
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let lack = try codec.lack(of: data)
      // No codec needs more bytes than uncompressed samples.
      guard lack <= size.area * 8 + 1 << 20 else {
        throw CodecError(
          "states \(grouped(data.count + lack)) bytes of coded data, more than any image of its size has"
        )
      }
      let blocks = try codec.blocks(of: data + madeUpBytes(lack, seed: 1))
      var attempts: [PlanarImage] = []
      var missing: Set<Int> = []
      var failure = CodecError("nothing of the image is left")
      for seed in 1...mostAttempts where attempts.count < 3 {
        var copies: [PlanarImage] = []
        do throws(CodecError) {
          let whole = data + madeUpBytes(lack, seed: UInt64(seed))
          let missed = try codec.decode(whole) { (tile) throws(CodecError) in
            copies.append(PlanarImage(copying: tile))
          }
          missing.formUnion(missed.map { blocks.number(ofBlockAt: $0.x, $0.y) })
          attempts += copies
        } catch {
          // Invented data may have a meaning that no image has.
          failure = error
        }
      }
      guard attempts.count == 3 else { throw failure }
      let first = attempts[0]
      guard first.width == size.width, first.height == size.height,
        attempts.allSatisfy({ $0.chroma == first.chroma && $0.bitDepth == first.bitDepth })
      else { throw CodecError("nothing of the image is left") }
      let lost = (0..<blocks.count).first { number in
        missing.contains(number) || differs(attempts, at: blocks.origin(of: number), blocks.side)
      }
      // One block less is kept, because a block may be equal by chance.
      let kept = lost.map { max(0, $0 - 1) } ?? blocks.count
      guard kept > 0 else { throw CodecError("nothing of the image is left") }
      let result = joined(attempts, blocks, kept)
      try withExtendedLifetime(result) { () throws(CodecError) in
        var tile = DecodedTile(result)
        tile.lostShare = 1 - Double(kept) / Double(blocks.count)
        try body(tile)
      }
    }

    /// Whether a block differs between the images. Filters change samples near its right and lower edge depending on
    /// the next blocks, so these are ignored.
    private func differs(
      _ pictures: [PlanarImage], at origin: (x: Int, y: Int), _ side: Int
    ) -> Bool {
      let inside = max(side - 8, 1)
      let planes = pictures.map { $0.planes[0] }
      for y in origin.y..<min(origin.y + inside, size.height) {
        for x in origin.x..<min(origin.x + inside, size.width)
        where planes[1][x, y] != planes[0][x, y] || planes[2][x, y] != planes[0][x, y] {
          return true
        }
      }
      return false
    }

    /// The first image, with grey at differing blocks, and at all blocks from `kept` on.
    private func joined(
      _ pictures: [PlanarImage], _ blocks: CodedBlocks, _ kept: Int
    ) -> PlanarImage {
      let result = pictures[0]
      let gray = UInt16(1) << UInt16(result.bitDepth - 1)
      for (index, plane) in result.planes.enumerated() {
        let others = pictures[1...].map { $0.planes[index] }
        let (wide, high) = index == 0 ? (1, 1) : result.chroma.subsampling
        for y in 0..<plane.height {
          for x in 0..<plane.width
          where blocks.number(ofBlockAt: x * wide, y * high) >= kept
            || others.contains(where: { $0[x, y] != plane[x, y] })
          {
            plane.set(gray, x, y)
          }
        }
      }
      return result
    }
  }

  /// The most attempts of a decoder.
  private let mostAttempts = 16

  extension PlanarImage {
    fileprivate convenience init(copying tile: DecodedTile) {
      self.init(
        width: tile.width, height: tile.height, chroma: tile.chroma, bitDepth: tile.bitDepth)
      for (own, other) in zip(planes, PlanarImage(borrowing: tile).planes) { own.copy(other) }
    }
  }

  /// Bytes that follow from a seed, and mean nothing.
  private func madeUpBytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // Zeros could mean something else.
      return UInt8(truncatingIfNeeded: state >> 56) | 4
    }
  }
#endif
