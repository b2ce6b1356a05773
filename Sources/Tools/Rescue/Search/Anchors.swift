import FieldCoding

/// Offsets at which a sample starts, as the structure of its bytes shows. They are searched for once, from the start to
/// the end, and only as far as callers need them.
struct Anchors {
  private let data: Bytes
  private let structured: [Start]
  /// Audio with several consecutive frames.
  private let framed: [Start]
  /// Samples that are known by their first bytes only, which show what can follow other samples.
  private let patterned: [any LostSampleReader]
  /// Samples that only their syntax shows, and that can be between audio frames.
  private let between: [any LostSampleReader]
  /// What samples of all of them can start with.
  private let starts: BytePairs
  /// Whether anything can follow a sample, because samples of another track are not known.
  private let hasUnknown: Bool
  /// Up to here all have been found.
  private var searched = 0
  /// Found ones that are still of use, in ascending order.
  private var found: [Anchor] = []
  /// The offsets at which the truncated sample could start, in ascending order.
  private var torn: [Int] = []

  /// An offset at which a sample starts.
  private struct Anchor {
    let start: Int
    /// Where it ends, if its structure alone is no chance, whatever is around it.
    var provedEnd: Int?
  }

  /// What samples of a track start with. A class, because it is asked at very many offsets.
  private final class Start: Sendable {
    let reader: any LostSampleReader
    let words: [ClosedRange<UInt32>]
    let header: HeaderPairs?

    init(_ reader: any LostSampleReader) {
      self.reader = reader
      words = reader.firstWords
      header = reader.header
    }

    /// - Parameter word: the first four bytes at the offset.
    func allows(_ word: UInt32, at start: Int, in data: Bytes) -> Bool {
      guard words.contains(where: { $0.contains(word) }) else { return false }
      guard let header, let pair = data.number(at: start + header.offset, size: 2) else {
        return true
      }
      return header.pairs.contains(UInt16(truncatingIfNeeded: pair))
    }

    /// Whether a sample is not much larger than those of the reference.
    func isUsual(_ reading: Reading) -> Bool {
      reader.greatestSize.map { reading.byteCount / 2 <= $0 } ?? false
    }
  }

  /// If blocks lead to none of the next offsets, up to this number, the search stops.
  private static let mostTried = 64
  /// More offsets tell nothing.
  private static let mostTorn = 256

  init(_ data: Bytes, _ reference: ReferenceRecording) {
    self.data = data
    let readers = reference.tracks.compactMap { track in
      if case .reader(let reader) = track.finder { reader } else { nil }
    }
    structured = readers.filter { $0.certainty == .byStructure }.map { Start($0.thorough) }
    framed = readers.filter(\.isAudio).map { Start($0.thorough) }
    patterned = readers.compactMap { $0 as? ReferencePatternReader }.filter { !$0.prefix.isEmpty }
    between = readers.filter { $0.certainty == .bySyntax && !$0.isAudio }
    hasUnknown = reference.hasUnknownSamples
    starts = BytePairs(startsOf: (structured + framed).flatMap(\.words))
  }

  /// The first offset from a byte on where a sample starts; nil if there is none.
  mutating func next(from start: Int) -> Int? {
    next(in: start..<max(start, data.count)) { _ in true }
  }

  /// Where another sample starts within a frame that has lost its end, so that its lengths lead into what follows it;
  /// nil if the frame is whole.
  mutating func interruption(of picture: Range<Int>) -> Int? {
    let end = picture.upperBound
    guard end < data.count, !structured.contains(where: { isKnown(end, $0.reader) }) else {
      return nil
    }
    // Units of the frame itself lead to its end, too.
    return next(in: picture.dropFirst()) { $0.provedEnd != nil && $0.provedEnd != end }
  }

  private mutating func next(in range: Range<Int>, where fits: (Anchor) -> Bool) -> Int? {
    if let anchor = found.first(where: { range.contains($0.start) && fits($0) }) {
      return anchor.start
    }
    while let start = starts.firstOffset(in: data, from: searched) {
      guard start < range.upperBound else {
        searched = start
        return nil
      }
      searched = start + 1
      // No sample starts with zeros.
      let word = data.number(at: start, size: 4) ?? 0
      guard word != 0 || data.number(at: start + 4, size: 4) != 0,
        let anchor = anchor(at: start, UInt32(truncatingIfNeeded: word))
      else { continue }
      found.append(anchor)
      if range.contains(start), fits(anchor) { return start }
    }
    searched = data.count
    return nil
  }

  /// Offsets where samples start, in ascending order.
  struct Starts {
    /// Those to which blocks lead.
    var reached: [Int] = []
    /// All of them.
    var all: [Int] = []

    /// The number of offsets before a byte.
    func count(before end: Int) -> Int { all.firstIndex { $0 >= end } ?? all.count }
  }

  /// The next offsets from a byte on where a sample starts, until blocks of `size` bytes lead to as many of them as are asked
  /// for.
  mutating func starts(_ most: Int, from start: Int, afterBlocksOf size: Int) -> Starts {
    var starts = Starts()
    var position = start
    for _ in 0..<Anchors.mostTried {
      guard starts.reached.count < most, let offset = next(from: position) else { break }
      if (offset - start) % size == 0 { starts.reached.append(offset) }
      starts.all.append(offset)
      position = offset + 1
    }
    return starts
  }

  /// Drops the offsets before a byte.
  mutating func forget(before start: Int) {
    searched = max(searched, start)
    if let first = found.first, first.start < start { found.removeAll { $0.start < start } }
    if let first = torn.first, first < start { torn.removeAll { $0 < start } }
  }

  /// Offsets after the last anchor where the truncated sample could start, at multiples of `step`.
  func tornStarts(from start: Int, step: Int) -> [Int] {
    torn.filter { $0 >= start && ($0 - start) % step == 0 }
  }

  private func isTorn(_ start: Int) -> Bool {
    structured.contains {
      if case .torn = $0.reader.answer(at: start, in: data) { true } else { false }
    }
  }

  private mutating func anchor(at start: Int, _ word: UInt32) -> Anchor? {
    for index in structured.indices where structured[index].allows(word, at: start, in: data) {
      switch structured[index].reader.answer(at: start, in: data) {
      case .readings(let readings):
        if let proved = readings.first(where: { isProved($0, at: start) }) {
          return Anchor(start: start, provedEnd: start + proved.byteCount)
        }
        // Few bytes are right by chance too often.
        if readings.contains(where: {
          $0.byteCount > 16
            && (isFollowed(start + $0.byteCount) || structured[index].isUsual($0) && hasProof)
        }) {
          return Anchor(start: start)
        }
        if torn.count < Anchors.mostTorn, readings.contains(where: { isTorn(start + $0.byteCount) })
        {
          torn.append(start)
        }
      case .torn: if torn.count < Anchors.mostTorn { torn.append(start) }
      case .open: return Anchor(start: start)
      case .none: break
      }
    }
    for index in framed.indices where framed[index].allows(word, at: start, in: data) {
      if isFramed(start, framed[index].reader) { return Anchor(start: start) }
    }
    return nil
  }

  /// Whether a sample anywhere is proved or followed by another: in data of another codec, single units are a chance.
  private lazy var hasProof: Bool = {
    var position = 0
    while let start = starts.firstOffset(in: data, from: position) {
      let word = UInt32(truncatingIfNeeded: data.number(at: start, size: 4) ?? 0)
      for candidate in structured where candidate.allows(word, at: start, in: data) {
        guard case .readings(let readings) = candidate.reader.answer(at: start, in: data) else {
          continue
        }
        if readings.contains(where: {
          isProved($0, at: start) || $0.byteCount > 16 && isKnown(start + $0.byteCount)
        }) {
          return true
        }
      }
      position = start + 1
    }
    return false
  }()

  /// Whether units lead to one another, or to another sample.
  private func isProved(_ reading: Reading, at start: Int) -> Bool {
    reading.byteCount > 16 && reading.unitCount > 1 || isStructured(start + reading.byteCount)
  }

  private func isStructured(_ start: Int) -> Bool {
    structured.contains {
      guard case .readings(let readings) = $0.reader.answer(at: start, in: data) else {
        return false
      }
      return readings.contains { $0.byteCount > 16 }
    }
  }

  /// Whether something could start at the end of a sample.
  private func isFollowed(_ end: Int) -> Bool {
    end == data.count || hasUnknown || framed.isEmpty && hasBlocks || isKnown(end)
  }

  /// Whether something is known that could start at an offset.
  private func isKnown(_ start: Int) -> Bool {
    (structured + framed).contains { isKnown(start, $0.reader) }
      || patterned.contains { isKnown(start, $0) }
  }

  private func isKnown(_ start: Int, _ reader: any LostSampleReader) -> Bool {
    if case .none = reader.answer(at: start, in: data) { false } else { true }
  }

  /// Frames that have to follow each other.
  private static let mostFrames = 4

  /// Whether anything can follow, as audio without syntax is in the recording.
  var hasBlocks = false

  private func isFramed(_ start: Int, _ reader: any LostSampleReader) -> Bool {
    var position = start
    for number in 0..<Anchors.mostFrames {
      if number > 0, isOpenStart(position) { return true }
      if number > 0, !patterned.isEmpty || !between.isEmpty {
        position = endOfOthers(position, before: reader)
      }
      guard position < data.count,
        case .readings(let readings) = reader.answer(at: position, in: data),
        let first = readings.first
      else { return false }
      position += first.byteCount
    }
    return true
  }

  /// Whether a sample starts here that only its start code shows: audio before it is at its end.
  private func isOpenStart(_ start: Int) -> Bool {
    structured.contains {
      if case .open = $0.reader.answer(at: start, in: data) { true } else { false }
    }
  }

  /// The end of the samples between two audio frames.
  private func endOfOthers(_ start: Int, before reader: any LostSampleReader) -> Int {
    var position = start
    for _ in 0..<Anchors.mostFrames {
      if isKnown(position, reader) { break }
      let ends = (patterned + between + structured.map(\.reader)).flatMap { other -> [Int] in
        guard case .readings(let readings) = other.answer(at: position, in: data) else { return [] }
        return readings.map { position + $0.byteCount }
      }
      guard let end = ends.first(where: { isKnown($0, reader) || isFollowed($0) }) else { break }
      position = end
    }
    return position
  }
}

extension BytePairs {
  /// The first halves of big-endian numbers in some ranges.
  init(startsOf words: some Sequence<ClosedRange<UInt32>>) {
    self.init()
    for words in words {
      insert(UInt16(words.lowerBound >> 16)...UInt16(words.upperBound >> 16))
    }
  }
}
