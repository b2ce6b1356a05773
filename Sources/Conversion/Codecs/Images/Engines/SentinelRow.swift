import FieldCoding
import HEIF
import HEVC
import NALUnits

/// A row of coding tree blocks below an HEVC picture. It shows the end of the slice data.
///
/// libavcodec stops when an image is complete, and does not check whether its data ends there, too. Damaged data
/// nearly always ends elsewhere, and libavcodec decodes it without an error. So the parameter sets declare the image
/// to be one row of blocks higher. The slice does not change: data after its end is decoded into the first block of
/// that row, which has to stay empty.
///
/// The row is a separate tile (ITU-T H.265 §6.3.1). Nothing is predicted or filtered across its edge, so the edge
/// behaves like the edge of the image. The rest of the row is a separate slice, with which libavcodec finishes the
/// filters of the rows above. Its data is zeros, so each bin is the most probable one (§9.3.4.3). With the coarsest
/// quantisation, these blocks are cheap to decode.
struct SentinelRow {
  /// The size of a coding tree block in luma samples, which is the height of the row.
  let blockSize: Int
  /// SPS and PPS, which declare the row.
  let parameterSets: [[UInt8]]
  private let blocksAbove: UInt32
  /// The difference that raises the quantisation parameter of a slice to the largest, 51.
  private let coarsestQPDelta: Int32
  /// More zeros than a row of blocks needs.
  private let zeros: [UInt8]
  private let sets: ParameterSets
  private let setsWithRow: ParameterSets

  /// Makes a row. Nil where this is not possible: for images that are cut within a block, for images
  /// that have tiles already, for parameter sets with extensions, and if a parameter set is missing.
  init?(_ configuration: ImagePlan.DecoderConfiguration) {
    let sets = ParameterSets(nalUnits: configuration.parameterSets.map { Bytes($0) })
    guard sets.pictures.count == 1, var picture = sets.pictures.values.first,
      sets.sequences.count == 1, var sequence = sets.sequence(of: picture),
      picture.header.layerID == 0, sequence.header.layerID == 0,
      picture.tiles == nil, picture.extensions == nil, sequence.extensions == nil,
      // libavcodec needs it, and libde265 does not.
      sets.video(of: sequence) != nil,
      let blockSize = sequence.codingTreeBlockSize,
      sequence.width > blockSize, sequence.height >= blockSize, sequence.height % blockSize == 0,
      sequence.width <= 1 << 16, sequence.height <= 1 << 16,
      // The range is that with the most bits that a sample has (§7.4.3.3.1).
      (-(26 + 48)...25).contains(picture.initialQPMinus26)
    else { return nil }
    let rows = sequence.height / blockSize
    sequence.height += blockSize
    var window = sequence.conformanceWindow ?? ConformanceWindow()
    let (hidden, overflow) = window.bottom.addingReportingOverflow(
      sequence.chromaFormatIDC == 1 ? blockSize / 2 : blockSize)
    guard !overflow else { return nil }
    window.bottom = hidden
    sequence.conformanceWindow = window

    var tiles = PictureParameterSet.Tiles()
    tiles.rowCountMinus1 = 1
    var spacing = PictureParameterSet.Spacing()
    spacing.rowHeightsMinus1 = [rows - 1]
    tiles.spacing = spacing
    tiles.filtersAcross = false
    picture.tiles = tiles

    guard let units = try? [sequence.nalUnit(), picture.nalUnit()] else { return nil }
    self.sets = sets
    self.blockSize = Int(blockSize)
    coarsestQPDelta = 51 - 26 - picture.initialQPMinus26
    let columns = (sequence.width + blockSize - 1) / blockSize
    blocksAbove = rows * columns
    zeros = EmulationPrevention.inserted(
      into: [UInt8](repeating: 0, count: 32 + 4 * Int(columns)) + [0x80], headerSize: 0)
    parameterSets = units.map { Array($0) }
    var setsWithRow = ParameterSets()
    setsWithRow.insert(sequence)
    setsWithRow.insert(picture)
    self.setsWithRow = setsWithRow
  }

  /// `cabac_zero_words` after a slice (§7.3.2.10). Data that end too early are read as if these words followed,
  /// and these words do not end a slice.
  private static let zeroWords: [UInt8] = [0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0, 3]

  /// The NAL units to decode instead of `slice`, which has the whole image.
  ///
  /// Nil if its header is not understood.
  func units(_ slice: ArraySlice<UInt8>) -> [[UInt8]]? {
    let unit = Bytes(Array(slice))
    guard let split = try? SliceSegment.split(unit, sets: sets),
      split.segment.header.isFirstInPicture
    else { return nil }
    let data = slice.dropFirst(split.dataStart)
    let whole = split.segment
    var rest = whole
    rest.header.isFirstInPicture = false
    rest.header.address = blocksAbove + 1
    rest.intraHeader?.entryPointOffsetsMinus1 = []
    rest.intraHeader?.usesLumaSampleAdaptiveOffset = false
    rest.intraHeader?.usesChromaSampleAdaptiveOffset = false
    rest.intraHeader?.qpDelta = coarsestQPDelta
    if rest.intraHeader?.filtersAcrossSlices != nil {
      rest.intraHeader?.filtersAcrossSlices = false
    }
    guard let first = try? whole.headerBytes(sets: setsWithRow),
      let second = try? rest.headerBytes(sets: setsWithRow)
    else { return nil }
    let end = (data.lastIndex { $0 != 0 } ?? data.startIndex - 1) + 1
    return [first + data[..<end] + SentinelRow.zeroWords, second + zeros]
  }
}

extension SequenceParameterSet {
  /// `CtbSizeY` (ITU-T H.265 §7.4.3.2.1), in luma samples; nil if no profile allows the value.
  fileprivate var codingTreeBlockSize: UInt32? {
    let (log2, overflow) = log2MinLumaCodingBlockSizeMinus3.addingReportingOverflow(
      log2DiffMaxMinLumaCodingBlockSize)
    return !overflow && (1...3).contains(log2) ? 1 << (log2 + 3) : nil
  }
}

/// Samples without any order that an image could have, eight bytes at a time: memory that still has
/// them was never decoded into.
struct SentinelMarks {
  /// The number of words of a block of 8 samples in a row.
  let wordsInBlock: Int
  /// The marks of a row start at an index in here that differs from row to row.
  private let words: [UInt64]
  private static let starts = 256
  /// The highest bit of each sample's bytes.
  private let tops: UInt64

  /// - Parameters:
  ///   - blocks: of 8 samples in a row.
  ///   - bitDepth: no mark is larger than it allows.
  init(blocks: Int, bitDepth: Int) {
    let isWide = bitDepth > 8
    let ones: UInt64 = isWide ? 0x0001_0001_0001_0001 : 0x0101_0101_0101_0101
    let samples = ones &* ((1 << UInt64(bitDepth)) - 1)
    tops = ones << (isWide ? 15 : 7)
    wordsInBlock = isWide ? 2 : 1
    words = (1...blocks * wordsInBlock + SentinelMarks.starts).map { number in
      let product = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
      return (product ^ product >> 29) &* 0xBF58_476D_1CE4_E5B9 & samples
    }
  }

  /// The number of bytes of the marks of a row.
  var bytesInRow: Int { (words.count - SentinelMarks.starts) * 8 }

  /// Neighbouring rows begin far from each other.
  @inline(__always)
  private func start(_ y: Int) -> Int { y &* 149 & (SentinelMarks.starts - 1) }

  /// The marks of a word of a row.
  @inline(__always)
  func word(_ index: Int, _ y: Int) -> UInt64 { words[start(y) + index] }

  /// Writes the marks of a row, which has to be large enough.
  func write(_ y: Int, to row: UnsafeMutableRawPointer) {
    unsafe words.withUnsafeBytes { bytes in
      // There are as many words from every start on as a row has.
      unsafe UnsafeMutableRawBufferPointer(start: row, count: bytesInRow).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[(start(y) * 8)...].prefix(bytesInRow)))
    }
  }

  /// A bit for each sample of a word that still has its mark.
  @inline(__always)
  func same(_ word: UInt64, _ index: Int, _ y: Int) -> UInt64 {
    let difference = word ^ self.word(index, y)
    // The top bit of each sample is set unless all of its bits are zero; no carry leaves a sample.
    return ~((difference & ~tops) &+ ~tops | difference) & tops
  }
}

/// The blocks of an image, in the order in which they are coded: tile by tile, and in each from left to right
/// and from top to bottom.
struct CodedBlocks {
  /// The side of a block, in luma samples.
  let side: Int
  private let columns: Int
  /// The index of a block, row by row, by its number in coding order.
  private let order: [Int]
  /// The number by the index.
  private let numbers: [Int]

  /// - Parameters:
  ///   - widths: the widths of the columns of tiles, in blocks; the last column has the rest.
  ///   - heights: the heights of the rows of tiles.
  init(
    of size: ImagePlan.Size, side: Int, tileWidths widths: [Int] = [],
    tileHeights heights: [Int] = []
  ) {
    self.side = side
    let columns = (size.width + side - 1) / side
    let tileColumns = CodedBlocks.ranges(widths, of: columns)
    var order: [Int] = []
    for rows in CodedBlocks.ranges(heights, of: (size.height + side - 1) / side) {
      for tile in tileColumns {
        for row in rows { order += tile.map { row * columns + $0 } }
      }
    }
    var numbers = [Int](repeating: 0, count: order.count)
    for (number, index) in order.enumerated() { numbers[index] = number }
    self.columns = columns
    self.order = order
    self.numbers = numbers
  }

  private static func ranges(_ sizes: [Int], of count: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for size in sizes + [count] where start < count {
      let end = min(start + max(size, 0), count)
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }

  /// The number of blocks.
  var count: Int { order.count }

  /// The first sample of a block.
  func origin(of number: Int) -> (x: Int, y: Int) {
    let (row, column) = order[number].quotientAndRemainder(dividingBy: columns)
    return (column * side, row * side)
  }

  /// The number of the block that has a sample.
  func number(ofBlockAt x: Int, _ y: Int) -> Int {
    let index = y / side * columns + x / side
    return numbers.indices.contains(index) ? numbers[index] : count
  }
}
