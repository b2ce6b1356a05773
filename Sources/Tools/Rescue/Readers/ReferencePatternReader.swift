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
