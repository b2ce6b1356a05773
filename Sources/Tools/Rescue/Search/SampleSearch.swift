public import FieldCoding

/// Finds the sequence of samples that explains the bytes best: of all possible sequences from an offset on, it chooses
/// those with the lowest cost. It reads the bytes once, and keeps only undecided sequences in memory.
public struct SampleSearch {
  let data: Bytes
  let reference: ReferenceRecording
  private let hasUnknownSamples: Bool
  var anchors: Anchors
  /// Lost blocks beside uncompressed audio, which could be silence.
  var zeroed: ZeroedBlocks
  var nodes: [Node] = []
  /// The last nodes of all sequences that are considered.
  var frontier: [Int] = []
  var found: FoundRecording
  /// The last nodes that were decided, if only what follows them shows where they end.
  var pending: [Node] = []

  /// One step of a sequence.
  struct Node {
    var parent: Int
    /// Nil at the start, and after unknown bytes.
    var track: Int?
    var content: FoundRecording.Content?
    var start: Int
    var reading: Reading
    /// The cost of the sequence up to here.
    var cost: Int
    /// Samples of the track up to here without a break.
    var run: Int
    /// The tracks, one bit each, of which the sequence has its only sample.
    var complete: UInt64 = 0

    var end: Int { start + reading.byteCount }
  }

  /// The maximum number of ends that are tried for audio without syntax.
  static let mostEnds = 4
  private static let mostNodes = 1 << 14
  static let mostSequences = 48
  /// The most by which the cost of a sequence may exceed that of one that has come as far.
  static let margin = 96
  /// The most that is added to it if the other one has come further: many small samples cost more than one that takes
  /// the same bytes.
  static let mostLead = 1024

  /// - Parameter data: the media data, to the end of the file.
  public init(_ data: Bytes, _ reference: ReferenceRecording) {
    self.data = data
    self.reference = reference
    hasUnknownSamples = reference.hasUnknownSamples
    anchors = Anchors(data, reference)
    zeroed = ZeroedBlocks(data)
    anchors.hasBlocks = reference.tracks.contains {
      if case .blocks = $0.finder { true } else { false }
    }
    found = FoundRecording(like: reference)
  }

  /// - Parameter progress: is called with the number of bytes that are decided.
  public static func samples(
    in data: Bytes, like reference: ReferenceRecording, progress: (Int) -> Void = { _ in }
  ) -> FoundRecording {
    var search = SampleSearch(data, reference)
    search.run(progress)
    return search.found
  }

  private mutating func run(_ progress: (Int) -> Void) {
    nodes = [
      Node(parent: -1, start: 0, reading: Reading(byteCount: 0, cost: 0), cost: 0, run: 0)
    ]
    frontier = [0]
    var (released, announced) = (0, 0)
    while let position = frontier.map({ nodes[$0].end }).min(), position < data.count {
      if position >= announced {
        data.part(announced..<min(data.count, position + Bytes.window))?.willBeRead()
        announced = position + Bytes.window
      }
      if frontier.count == 1 || nodes.count > SampleSearch.mostNodes { decide() }
      anchors.forget(before: position)
      zeroed.forget(before: position - SampleSearch.mostNear)
      let here = frontier.filter { nodes[$0].end == position }
      frontier.removeAll { nodes[$0].end == position }
      for step in steps(at: position) { take(step, behind: here, at: position) }
      prune()
      if position - released >= Bytes.window {
        progress(position)
        data.part(released..<position)?.wereRead()
        released = position
      }
    }
    decide()
    addPending(areUnknown: false)
    found.dropUnproved(reference)
    progress(data.count)
  }

  // MARK: Candidates

  typealias Step = (track: Int?, content: FoundRecording.Content, reading: Reading)

  private mutating func steps(at position: Int) -> [Step] {
    if anchors.hasBlocks, let steps = stepsOverLost(at: position) { return steps }
    var steps: [Step] = []
    // The largest size of samples of which one could be truncated.
    var tornSize: Int?
    var (isSure, isSureTorn) = (false, false)
    for (index, track) in reference.tracks.enumerated() {
      guard case .reader(let reader) = track.finder else { continue }
      switch reader.answer(at: position, in: data) {
      case .none: break
      case .torn:
        tornSize = max(tornSize ?? 0, reader.greatestSize ?? .max)
        isSureTorn = isSureTorn || reader.showsTorn
      case .open(let reading):
        if reader.certainty == .byStructure { isSure = true }
        let found = readings(of: reading, at: position)
        if found.isEmpty { tornSize = .max }
        for reading in found {
          steps.append((index, .samples(track: index, reader.certainty), reading))
        }
      case .readings(let readings):
        let whole = readings.filter { reading in
          reading.byteCount > 0
            && (reading.picture == nil
              || anchors.interruption(of: position..<position + reading.byteCount) == nil)
        }
        if reader.certainty == .byStructure, !whole.isEmpty { isSure = true }
        for reading in whole {
          steps.append((index, .samples(track: index, reader.certainty), reading))
        }
      }
    }
    guard !isSure || steps.isEmpty else { return steps }
    if let tornSize {
      let next = anchors.next(from: position + 1) ?? data.count
      let cost = tornCost(from: position, upTo: next, sizes: tornSize)
      steps.append((nil, .torn, Reading(byteCount: data.count - position, cost: cost)))
      if isSureTorn { return steps }
    }
    for (index, track) in reference.tracks.enumerated() {
      guard case .blocks(let blocks) = track.finder else { continue }
      if data.count - position < blocks.byteCount {
        steps.append(
          (nil, .torn, Reading(byteCount: data.count - position, cost: SampleSearch.tornCost)))
      }
      for reading in readings(of: blocks, index, at: position) {
        steps.append((index, .samples(track: index, .bySize), reading))
      }
    }
    var end = anchors.next(from: position + 1) ?? data.count
    if anchors.hasBlocks, let lost = zeroed.next(from: position, before: end) {
      end = lost.lowerBound
    }
    let passes = steps.contains {
      if case .samples(_, let certainty) = $0.content { certainty >= .bySyntax } else { false }
    }
    let cost = unknownCost(position..<end) + (passes ? SampleSearch.passingCost : 0)
    steps.append((nil, .unknown, Reading(byteCount: end - position, cost: cost)))
    if anchors.hasBlocks {
      for start in startsOfAudio(in: position..<end) {
        let cost = unknownCost(position..<start)
        steps.append((nil, .unknown, Reading(byteCount: start - position, cost: cost)))
      }
    }
    return steps
  }

  /// A sample that does not state its end can end wherever another one starts.
  private mutating func readings(of open: OpenReading, at position: Int) -> [Reading] {
    let ends = anchors.starts(
      SampleSearch.mostEnds, from: position + open.least, afterBlocksOf: 1)
    var found: [Reading] = []
    for (others, end) in ends.reached.enumerated() where open.couldHave(end - position) {
      if open.next.map({ end - position >= $0 }) == true { break }
      var reading = open.reading(end - position)
      reading.cost += others * SampleSearch.passingOpenCost
      found.append(reading)
    }
    if let next = open.next {
      var reading = open.reading(next)
      reading.cost += found.count * SampleSearch.passingOpenCost
      found.append(reading)
    }
    return found
  }

  /// Everything should be explained, unless the reference has samples of which nothing is known. Many small samples cost
  /// more than a few large ones: without uncompressed audio, which explains anything, each byte costs more than they do.
  private mutating func unknownCost(_ range: Range<Int>) -> Int {
    guard !hasUnknownSamples else { return 80 + audioCost(range) }
    guard anchors.hasBlocks else { return 80 + range.count * 2 }
    // What is beside lost blocks has lost its start, or its end.
    let isBesideLost =
      zeroed.next(from: range.lowerBound - SampleSearch.mostNear, before: range.upperBound + 1)
      != nil
    let least = isBesideLost ? 1 : SampleSearch.leastNoise
    return (isBesideLost ? 24 : 80) + min(range.count / 2, codedDataCost(range, least: least))
  }

  /// The cost of a truncated sample, which looks like nothing else. It is not much larger than those of the
  /// reference, and no other sample starts in it, if its start is known well enough.
  private func tornCost(from position: Int, upTo next: Int, sizes greatest: Int) -> Int {
    let most = greatest.multipliedReportingOverflow(by: 2)
    let end = most.overflow ? data.count : min(next, position.addingSaturating(most.partialValue))
    return SampleSearch.tornCost + audioCost(position..<data.count) + max(0, data.count - end) / 2
  }

  /// The cost of an end of the file within a sample, which is nearly always the case.
  private static let tornCost = 16
  /// The cost of ignoring an offset at which a sample starts by its structure.
  static let passingCost = 24
  /// The same, for a sample that does not state its end: nothing else shows where that is.
  static let passingOpenCost = 64
  /// The least parts of noise that are no chance.
  private static let leastNoise = 6
  /// Bytes between lost blocks and the next block of audio are at most so many.
  private static let mostNear = 64
  /// The cost of a part of audio that is noise, or of noise that is taken for audio.
  static let windowCost = 6

  // MARK: Sequences

  private mutating func take(_ step: Step, behind sequences: [Int], at position: Int) {
    let only = step.track.map { reference.isOnlyBySize($0) ? UInt64(1) << UInt64($0) : 0 } ?? 0
    for sequence in sequences where nodes[sequence].complete & only == 0 {
      let last = nodes[sequence]
      var cost = last.cost + step.reading.cost
      var run = 0
      if let track = step.track {
        let isNew = last.track != track
        cost += reference.cost(from: last.track, run: last.run, to: track)
        if isNew, case .samples(_, let certainty) = step.content, certainty < .byStructure,
          !reference.isUsual(track, after: last.track)
        {
          cost += certainty == .bySyntax ? 20 : 12
        }
        run = (isNew ? 0 : last.run) + step.reading.sampleCount
      }
      let node = Node(
        parent: sequence, track: step.track, content: step.content, start: position,
        reading: step.reading, cost: cost, run: run, complete: last.complete | only)
      let same = frontier.firstIndex {
        nodes[$0].end == node.end && nodes[$0].track == node.track
          && nodes[$0].content == node.content
      }
      if let same, nodes[frontier[same]].cost <= cost { continue }
      nodes.append(node)
      if let same {
        frontier[same] = nodes.count - 1
      } else {
        frontier.append(nodes.count - 1)
      }
    }
  }
}

extension SampleSearch {
  /// The number of bytes of a recording with which references are compared.
  private static let mostTried = 16 << 20

  /// Of several references, the one that explains the first bytes of a recording best; nil if there are none. If several
  /// do, as they are of the same camera, it is one with whose settings the frames can be decoded.
  ///
  /// - Parameters:
  ///   - candidates: values with a reference each.
  ///   - reference: the reference of a candidate.
  ///   - data: the media data of the recording.
  ///   - canDecode: whether frames can be decoded; nil if it is not known.
  public static func best<Candidate>(
    of candidates: [Candidate], _ reference: (Candidate) -> ReferenceRecording, for data: Bytes,
    canDecode: (FirstFrames) -> Bool? = { _ in nil }
  ) -> Candidate? {
    guard candidates.count > 1 else { return candidates.first }
    let start = data.part(0..<min(data.count, mostTried)) ?? data
    var tried = candidates.map { candidate in
      let found = samples(in: start, like: reference(candidate))
      return (candidate: candidate, found: found, score: Score(found))
    }
    guard let best = tried.map(\.score).max() else { return nil }
    tried.removeAll { !$0.score.isNear(best) }
    // Of equal ones the first.
    let order = tried.indices.sorted {
      tried[$0].score == tried[$1].score ? $0 < $1 : tried[$1].score < tried[$0].score
    }
    let fitting =
      order.count == 1
      ? nil
      : order.first { index in
        let frames = tried[index].found.firstFrames(
          in: start, like: reference(tried[index].candidate))
        return frames.allSatisfy { canDecode($0) != false }
      }
    return (fitting ?? order.first).map { tried[$0].candidate }
  }

  /// The score of a reference for some bytes. A sample that is identified only by its size proves little: uncompressed
  /// audio could be anywhere.
  private struct Score: Comparable {
    /// The bytes of samples that have the syntax of their codec.
    var proved = 0
    /// The bytes that nothing explains.
    var unknown = 0

    init(_ found: FoundRecording) {
      for region in found.regions {
        switch region.content {
        case .samples(_, let certainty) where certainty > .bySize: proved += region.range.count
        case .unknown: unknown += region.range.count
        case .samples, .torn: break
        }
      }
    }

    /// Whether it explains about as much as the best one.
    func isNear(_ best: Score) -> Bool { proved >= best.proved - best.proved / 16 }

    static func < (a: Score, b: Score) -> Bool {
      (a.proved, b.unknown) < (b.proved, a.unknown)
    }
  }

  /// Drops sequences whose cost is much higher than that of one that has come as far.
  mutating func prune() {
    guard frontier.count > 1 else { return }
    let ends = frontier.map { (end: nodes[$0].end, cost: nodes[$0].cost) }
    frontier = frontier.filter { index in
      let node = nodes[index]
      return !ends.contains {
        $0.end >= node.end
          && $0.cost + SampleSearch.margin + min(SampleSearch.mostLead, ($0.end - node.end) / 2)
            < node.cost
      }
    }
    if frontier.count > SampleSearch.mostSequences {
      frontier.sort { nodes[$0].cost < nodes[$1].cost }
      frontier.removeLast(frontier.count - SampleSearch.mostSequences)
    }
  }

  /// Keeps the parts of the best sequence, and removes the others.
  mutating func decide() {
    guard let best = frontier.min(by: { nodes[$0].cost < nodes[$1].cost }) else { return }
    var path: [Int] = []
    var index = best
    while index > 0 {
      path.append(index)
      index = nodes[index].parent
    }
    for index in path.reversed() {
      let node = nodes[index]
      if node.reading.needsNext {
        pending.append(node)
      } else {
        addPending(areUnknown: node.content == .unknown)
        add(node, isUnknown: false)
      }
    }
    var last = nodes[best]
    last.parent = -1
    last.cost = 0
    nodes = [last]
    frontier = [0]
  }

  mutating func addPending(areUnknown: Bool) {
    for node in pending { add(node, isUnknown: areUnknown) }
    pending = []
  }

  /// - Parameter isUnknown: whether nothing shows what its bytes are.
  private mutating func add(_ node: Node, isUnknown: Bool) {
    guard var content = node.content else { return }
    if isUnknown || isDamaged(node) { content = .unknown }
    if case .samples(let track, _) = content {
      found.tracks[track].append(
        FoundSample(
          start: node.start, byteCount: node.reading.byteCount,
          sampleCount: node.reading.sampleCount, picture: node.reading.picture))
    }
    let count = content == .unknown || node.track == nil ? 0 : node.reading.sampleCount
    if let last = found.regions.last, last.content == content {
      found.regions[found.regions.count - 1] = FoundRecording.Region(
        range: last.range.lowerBound..<node.end, content: content,
        sampleCount: last.sampleCount + count)
    } else {
      found.regions.append(
        FoundRecording.Region(range: node.start..<node.end, content: content, sampleCount: count))
    }
  }

  /// Whether a sample begins and ends as it should, and has a hole of zeros between.
  private func isDamaged(_ node: Node) -> Bool {
    guard let track = node.track, case .reader(let reader) = reference.tracks[track].finder,
      reader.hasNoZeros, let bytes = data.part(node.start..<node.end)
    else { return false }
    return bytes.last == 0 || bytes.hasHole
  }
}

extension Bytes {
  private static let zeros: BytePairs = {
    var pairs = BytePairs()
    pairs.insert(0...0)
    return pairs
  }()

  /// Whether there are so many zeros in a row that coded data does not have them.
  fileprivate var hasHole: Bool {
    let least = 16
    var position = 0
    while let start = Bytes.zeros.firstOffset(in: self, from: position), start + least <= count {
      let run = self[start...].prefix(least).prefix { $0 == 0 }.count
      if run == least { return true }
      position = start + run
    }
    return false
  }
}
