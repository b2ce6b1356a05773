import FieldCoding
import ISOBMFF

/// Finds samples by the common properties of the reference's samples: few sizes, and the bytes that all samples of a
/// size start with. This works for Sony's `rtmd`, GoPro's `fdsc` and for time codes (`tmcd`).
struct ReferencePatternReader: LostSampleReader {
  /// The common start of all samples.
  let prefix: [UInt8]
  private let patterns: [Pattern]
  private let least: Int

  private struct Pattern {
    var size: Int
    /// The bytes that all samples of this size have, by their offsets.
    var bytes: [(offset: Int, value: UInt8)]
    /// The cost of this size, which is low if it is frequent.
    var cost: Int
    /// Whether the reference has few samples of this size, so that others can have another one.
    var isRare = false

    /// Whether large samples have so much in common that other bytes do not have it by chance.
    var isHeader: Bool {
      size > 256 && bytes.count >= 16 && bytes.count { $0.value != 0 } >= 8
    }
  }

  /// Whether ``prefix``, or what samples of the most frequent size have in common, is enough to tell a sample.
  let certainty: Certainty

  init(_ learned: LearnedSamplesBox, _ sizes: ReferenceSizes) {
    prefix = Array(learned.prefix)
    if learned.patterns.isEmpty {
      // What was learned before sizes had patterns of their own.
      let bytes = prefix.enumerated().map { (offset: $0.offset, value: $0.element) }
      patterns = sizes.values.sorted().map {
        Pattern(size: $0, bytes: bytes, cost: sizes.values.count > 1 ? 4 : 0)
      }
    } else {
      let all = learned.patterns.reduce(0) { $0 + Int($1.count) }
      patterns = learned.patterns.map { pattern in
        Pattern(
          size: Int(pattern.size),
          bytes: pattern.bytes.enumerated().filter { pattern.isCommon($0.offset) }
            .map { (offset: $0.offset, value: $0.element) },
          cost: 2 * (Int.bitWidth - (all / max(1, Int(pattern.count))).leadingZeroBitCount - 1),
          isRare: pattern.count < LearnedSamplesBox.Pattern.fewest)
      }
    }
    least = patterns.map(\.size).min() ?? 0
    if prefix.count >= 4, patterns.allSatisfy(\.isHeader) {
      certainty = .byStructure
    } else {
      certainty = max(prefix.count, patterns.first?.bytes.count ?? 0) >= 4 ? .bySyntax : .bySize
    }
  }

  var firstWords: [ClosedRange<UInt32>] {
    guard prefix.count >= 4 else { return [0...UInt32.max] }
    let word = prefix.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    return [word...word]
  }

  var showsTorn: Bool { certainty == .byStructure }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    guard let found = data.part(start..<min(start + max(least, 32), data.count)),
      found.prefix(prefix.count).elementsEqual(prefix.prefix(found.count))
    else { return .none }
    guard found.count >= least else {
      let isStart = patterns.contains { pattern in
        pattern.bytes.count { $0.offset >= found.count || found[$0.offset] != $0.value } * 4
          <= pattern.bytes.count
      }
      return prefix.count >= 4 && (!showsTorn || isStart) ? .torn : .none
    }
    let readings = patterns.compactMap { pattern -> Reading? in
      guard pattern.size <= data.count - start else { return nil }
      let right = pattern.bytes.count { $0.offset < found.count && found[$0.offset] == $0.value }
      // A number that grows changes a byte that was the same in all of the reference.
      let wrong = pattern.bytes.count - right
      guard wrong * 4 <= pattern.bytes.count else { return nil }
      return Reading(
        byteCount: pattern.size, cost: 40 - min(32, right * 4) + wrong * 4 + pattern.cost,
        needsNext: pattern.isRare)
    }
    return readings.isEmpty ? .none : .readings(readings)
  }
}

extension LearnedSamplesBox.Pattern {
  /// The number of bytes that are compared.
  static let length = 32
  /// Fewer samples have bytes in common by chance.
  fileprivate static let fewest = 8

  /// What samples of a size have in common.
  ///
  /// - Parameter starts: the first bytes of samples; not empty.
  init(size: Int, of starts: [Bytes]) {
    self.init()
    self.size = UInt32(clamping: size)
    count = UInt32(clamping: starts.count)
    let most = starts.count < Self.fewest ? 4 : Self.length
    guard let first = starts.first.map({ Array($0.prefix(most)) }), starts.count > 1 else { return }
    bytes = Bytes(first)
    for offset in first.indices where starts.allSatisfy({ $0[offset] == first[offset] }) {
      common |= 1 << UInt32(Self.length - 1 - offset)
    }
  }

  func isCommon(_ offset: Int) -> Bool { common >> UInt32(Self.length - 1 - offset) & 1 == 1 }
}

/// Uncompressed audio, which has no syntax: blocks of one size, and how many chunks of the reference have.
struct ReferenceBlocks: Sendable {
  /// The bytes of a block.
  let byteCount: Int
  /// The number of samples in a block: 1, except for audio that is coded in packets.
  let sampleCount: Int
  /// What distinguishes audio from noise; nil if its values are not whole numbers of 1 to 4 bytes.
  let waves: PCMDetector?
  /// The numbers of blocks in chunks, the most frequent first.
  private(set) var usualCounts: [Int]

  /// - Parameter chunks: the number of chunks by their number of samples.
  init(byteCount: Int, sampleCount: Int, waves: PCMDetector?, chunks: [Int: Int]) {
    self.waves = waves
    self.byteCount = byteCount
    self.sampleCount = sampleCount
    usualCounts = chunks.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(6)
      .map { $0.key / sampleCount }.filter { $0 > 0 }
  }

  /// The evidence against such audio: the number of windows that are noise.
  func noise(in range: Range<Int>, of data: Bytes) -> Int {
    windows(in: range, of: data, noise: true)
  }

  /// The number of windows that are not noise.
  func audio(in range: Range<Int>, of data: Bytes) -> Int {
    windows(in: range, of: data, noise: false)
  }

  /// Fewer bytes do not show whether they are such audio.
  var leastShown: Int { waves?.windowSize ?? 256 * byteCount }

  /// Whether values show that bytes are such audio, and not the rest of coded data.
  func isSmooth(in range: Range<Int>, of data: Bytes) -> Bool {
    guard let waves else { return true }
    let size = min(waves.windowSize, range.count)
    let starts = [range.lowerBound, range.upperBound - size]
    return starts.allSatisfy { waves.isSmooth(in: $0..<$0 + size, of: data) == true }
  }

  /// In long ranges, only some windows are checked.
  private static let mostWindows = 64

  private func windows(in range: Range<Int>, of data: Bytes, noise: Bool) -> Int {
    guard let waves else { return 0 }
    guard range.count >= waves.windowSize else {
      return waves.isNoise(in: range, of: data).map { $0 == noise } == true ? 1 : 0
    }
    let step = max(
      waves.windowSize, range.count / ReferenceBlocks.mostWindows / byteCount * byteCount)
    return stride(from: range.lowerBound, through: range.upperBound - waves.windowSize, by: step)
      .count { waves.isNoise(in: $0..<$0 + waves.windowSize, of: data) == noise }
  }
}

/// The sizes of the samples of the reference.
struct ReferenceSizes: Equatable, Sendable {
  private(set) var least = Int.max
  private(set) var greatest = 0
  private(set) var count = 0
  /// The sizes themselves, if there are only a few.
  private(set) var values: Set<Int> = []
  /// A common divisor of all sizes, after the smallest size is subtracted.
  private(set) var step = 0
  /// Whether ``values`` are all that there are.
  var areFew: Bool { values.count <= ReferenceSizes.mostValues }

  private static let mostValues = 64

  mutating func add(_ size: Int) {
    if count > 0 {
      step = greatestCommonDivisor(step, abs(size - least))
    }
    least = min(least, size)
    greatest = max(greatest, size)
    count += 1
    if areFew { values.insert(size) }
  }

  init() {}

  /// Statistics that were kept.
  init(_ kept: LearnedSamplesBox.BoxSizes) {
    guard kept.count > 0 else { return }
    (least, greatest) = (Int(kept.least), Int(kept.greatest))
    (count, step) = (Int(kept.count), Int(kept.step))
    values = Set(kept.values.map { Int($0) })
  }

  /// Whether a sample like those of the reference could have this size.
  func contains(_ size: Int) -> Bool {
    areFew && values.contains(size) || size >= least / 2 && size <= greatest.multipliedBy2
  }

  /// The number of doublings or halvings between a size and the nearest size of the reference.
  func doublings(to size: Int) -> Int {
    let (low, high) = size < least ? (size, least) : (greatest, max(size, greatest))
    var count = 0
    var value = max(1, low)
    while value < high, count < 16 {
      value = value.multipliedBy2
      count += 1
    }
    return count
  }

  /// The cost of a frame of this size, in bits.
  func frameCost(of size: Int) -> Int {
    contains(size) ? 6 : 12 + 8 * doublings(to: size)
  }

  /// The size that no sample reaches, even if frames have much more detail than those of the reference.
  var greatestPossible: Int { max(16 << 20, greatest.multipliedBy2.multipliedBy2) }
}

extension Int {
  /// Twice the number; `Int.max` if it is too large.
  fileprivate var multipliedBy2: Int { self > .max / 2 ? .max : self * 2 }
}

/// Euclid's algorithm.
func greatestCommonDivisor<Number: BinaryInteger>(_ a: Number, _ b: Number) -> Number {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
