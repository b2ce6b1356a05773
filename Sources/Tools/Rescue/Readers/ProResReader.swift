import FieldCoding
import ISOBMFF

/// Finds frames of Apple ProRes (SMPTE RDD 36 §5.1), which begin with their size and state the size of the
/// frame.
struct ProResReader: LostSampleReader {
  private let width: Int
  private let height: Int
  private let sizes: ReferenceSizes
  var certainty: Certainty { .byStructure }

  /// `icpf`
  private static let identifier = 0x6963_7066
  /// `frame_size`, `frame_identifier`, and the least that a frame header has.
  private static let leastHeader = 28

  /// Nil if the sample entry describes no frames.
  init?(_ entry: Box, _ sizes: ReferenceSizes) {
    guard let visual = entry[VisualSampleEntry.self] else { return nil }
    (width, height) = (Int(visual.width), Int(visual.height))
    self.sizes = sizes
  }

  var firstWords: [ClosedRange<UInt32>] {
    [UInt32(ProResReader.leastHeader)...UInt32(clamping: sizes.greatestPossible)]
  }

  var header: HeaderPairs? {
    var pairs = BytePairs()
    let pair = UInt16(ProResReader.identifier >> 16)
    pairs.insert(pair...pair)
    return HeaderPairs(offset: 4, pairs: pairs)
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    guard data.number(at: start + 4, size: 4) == ProResReader.identifier,
      let size = data.number(at: start, size: 4), size >= ProResReader.leastHeader,
      let header = data.number(at: start + 8, size: 2), header >= 20, header <= size - 8,
      data.number(at: start + 16, size: 2) == width,
      data.number(at: start + 18, size: 2) == height
    else { return .none }
    guard size <= data.count - start else { return .torn }
    return .readings([Reading(byteCount: size, cost: sizes.frameCost(of: size))])
  }
}
