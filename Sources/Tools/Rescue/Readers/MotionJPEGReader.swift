import FieldCoding
import ISOBMFF

/// Finds frames of Motion JPEG (ITU-T T.81 §B.1): segments with their lengths, and scans, from the start of an image
/// (SOI) to its end (EOI). A frame of two fields has two images.
struct MotionJPEGReader: LostSampleReader {
  let sizes: ReferenceSizes
  var certainty: Certainty { .byStructure }

  /// SOI, and the first byte of the next marker.
  var firstWords: [ClosedRange<UInt32>] { [0xFFD8_FF00...0xFFD8_FFFF] }

  /// The result of reading the bytes from an offset.
  private enum Image {
    case none
    case torn
    /// Its end, and the start of the second field, if there is one.
    case whole(end: Int, next: Int?)
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    var (position, last) = (start, start)
    // The first field, and the second.
    for _ in 0..<2 {
      switch image(at: position, in: data) {
      case .none: return .none
      case .torn: return .torn
      case .whole(let end, let next):
        last = end
        guard let next, next > 0 else { return readings(start, last, in: data) }
        // Offsets count from the start of the field.
        position += next
      }
    }
    return readings(start, last, in: data)
  }

  /// Bytes of 0 or FF may fill a sample up to a size that the reference has, or to the next multiple of 4 or 16 bytes.
  private func readings(_ start: Int, _ end: Int, in data: Bytes) -> ReaderAnswer {
    var filled = end
    let filling: UInt8 = end < data.count && data[end] == 0xFF ? 0xFF : 0
    while filled < data.count, filled - end < 16, data[filled] == filling { filled += 1 }
    let size = end - start
    var found: [Int] = []
    for length in [size, (size + 1) & ~1, (size + 3) & ~3, (size + 15) & ~15]
    where length <= filled - start && !found.contains(length) {
      found.append(length)
    }
    return .readings(
      found.map { length in
        let isLikely = sizes.step <= 1 || (length - sizes.least) % sizes.step == 0
        return Reading(
          byteCount: length, cost: sizes.frameCost(of: length) + (isLikely ? 0 : 12))
      })
  }

  private func image(at start: Int, in data: Bytes) -> Image {
    guard data.number(at: start, size: 3) == 0xFFD8FF else { return .none }
    var position = start + 2
    var next: Int?
    var hasFrame = false
    while true {
      guard position - start <= sizes.greatestPossible else { return .none }
      guard let code = data.number(at: position, size: 2) else { return .torn }
      guard code >> 8 == 0xFF else { return .none }
      let marker = code & 0xFF
      if marker == 0xFF {
        // Fill bytes.
        position += 1
        continue
      }
      if marker == 0xD9 { return hasFrame ? .whole(end: position + 2, next: next) : .none }
      // Segments without a length do not occur outside of scans.
      guard marker > 1, !(0xD0...0xD8).contains(marker),
        let length = data.number(at: position + 2, size: 2)
      else { return position + 4 > data.count ? .torn : .none }
      guard length >= 2 else { return .none }
      if marker == 0xE1, next == nil { next = nextField(at: position + 4, length - 2, in: data) }
      if (0xC0...0xC3).contains(marker) { hasFrame = true }
      position += 2 + length
      guard marker == 0xDA else { continue }
      guard hasFrame else { return .none }
      guard let end = endOfScan(from: position, in: data) else { return .torn }
      position = end
    }
  }

  /// The offset of the second field, as QuickTime states it in an APP1 segment with the tag `mjpg`; nil if there is none.
  private func nextField(at start: Int, _ length: Int, in data: Bytes) -> Int? {
    guard length >= 20, data.number(at: start + 4, size: 4) == 0x6D6A_7067 else { return nil }
    return data.number(at: start + 16, size: 4)
  }

  /// The first marker after entropy-coded data that is neither a restart marker nor an escaped byte.
  private func endOfScan(from start: Int, in data: Bytes) -> Int? {
    var position = start
    while position + 1 < data.count {
      guard data[position] == 0xFF else {
        position += 1
        continue
      }
      let marker = data[position + 1]
      if marker == 0xFF {
        position += 1
      } else if marker == 0 || (0xD0...0xD7).contains(marker) {
        position += 2
      } else {
        return position
      }
    }
    return nil
  }
}

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
