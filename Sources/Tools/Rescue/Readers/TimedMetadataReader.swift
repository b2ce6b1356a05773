import FieldCoding
import ISOBMFF

/// Finds samples of timed metadata (`mebx`, QuickTime File Format): a sequence of boxes whose types are keys of
/// the sample entry.
struct TimedMetadataReader: LostSampleReader {
  /// The keys that the reference's samples begin with.
  private let firstKeys: Set<Int>
  /// Whether such a key also occurs later in a sample.
  private let repeatsFirstKeys: Bool
  /// The sizes of the boxes of a key.
  private var boxes: [Int: ReferenceSizes] = [:]
  private let greatest: Int
  var certainty: Certainty { .byStructure }

  private static let mostBoxes = 64

  /// - Parameters:
  ///   - learned: the statistics of the boxes in the reference's samples.
  ///   - sizes: the sizes of the reference's samples.
  init(_ learned: LearnedSamplesBox, _ sizes: ReferenceSizes) {
    firstKeys = Set(learned.firstKeys.map { Int($0) })
    repeatsFirstKeys = learned.repeatsFirstKeys
    for sizes in learned.boxes { boxes[Int(sizes.key)] = ReferenceSizes(sizes) }
    greatest = sizes.greatest
  }

  /// The most bytes of a sample: larger ones are not samples, because values of metadata are small.
  private var longest: Int { greatest + (1 << 16) }

  var firstWords: [ClosedRange<UInt32>] { [8...max(8, UInt32(clamping: longest))] }

  var header: HeaderPairs? {
    var pairs = BytePairs()
    for key in firstKeys {
      let pair = UInt16(truncatingIfNeeded: key >> 16)
      pairs.insert(pair...pair)
    }
    return HeaderPairs(offset: 4, pairs: pairs)
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    var readings: [Reading] = []
    var (position, cost) = (start, 2)
    while readings.count < TimedMetadataReader.mostBoxes {
      guard let size = data.number(at: position, size: 4), size >= 8, size <= longest,
        let key = data.number(at: position + 4, size: 4), let sizes = boxes[key]
      else { break }
      let isFirst = firstKeys.contains(key)
      guard position == start ? isFirst : repeatsFirstKeys || !isFirst else { break }
      guard size <= data.count - position else { return readings.isEmpty ? .torn : found(readings) }
      position += size
      guard position - start <= longest else { break }
      cost += sizes.cost(of: size)
      readings.append(Reading(byteCount: position - start, cost: cost))
    }
    return found(readings)
  }

  /// If no key begins a second sample, all boxes up to it belong to one.
  private func found(_ readings: [Reading]) -> ReaderAnswer {
    guard let last = readings.last else { return .none }
    return .readings(repeatsFirstKeys ? Array(readings.prefix(4)) : [last])
  }
}

extension ReferenceSizes {
  /// A size that the reference has costs nothing, and one that is far from all of its sizes most.
  fileprivate func cost(of size: Int) -> Int {
    if areFew, values.contains(size) { return 0 }
    guard count > 0 else { return 12 }
    return (step > 1 && (size - least) % step == 0 ? 2 : 10) + 8 * doublings(to: size)
  }
}

/// Finds samples of GoPro's metadata (`gpmd`): one device after another, each with a key of four letters, a type, the
/// size of a structure and its number.
struct GoProMetadataReader: LostSampleReader {
  /// The keys that the reference's samples begin with.
  var firstKeys: Set<Int> = []
  var sizes = ReferenceSizes()
  var certainty: Certainty { .byStructure }

  var firstWords: [ClosedRange<UInt32>] {
    firstKeys.compactMap { UInt32(exactly: $0) }.map { $0...$0 }
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    var position = start
    var readings: [Reading] = []
    while readings.count < 8 {
      guard let key = data.number(at: position, size: 4), firstKeys.contains(key),
        let size = data.number(at: position + 5, size: 1),
        let count = data.number(at: position + 6, size: 2)
      else { break }
      // Values fill up units of four bytes.
      let length = 8 + (size * count + 3) / 4 * 4
      guard length <= data.count - position else {
        return readings.isEmpty ? .torn : .readings(readings)
      }
      position += length
      readings.append(
        Reading(byteCount: position - start, cost: sizes.contains(position - start) ? 4 : 24))
    }
    return readings.isEmpty ? .none : .readings(readings)
  }
}
