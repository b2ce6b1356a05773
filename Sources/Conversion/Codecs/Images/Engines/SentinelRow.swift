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
