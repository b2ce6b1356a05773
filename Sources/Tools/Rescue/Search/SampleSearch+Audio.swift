import FieldCoding

/// Uncompressed audio, which has no syntax: what is beside it decides.
extension SampleSearch {
  /// A number of blocks of audio, and what it costs.
  private typealias AudioCount = (count: Int, cost: Int)

  /// What remains of coded data is no uncompressed audio: most of it is loud noise.
  ///
  /// - Parameter least: the least parts of noise that are no chance.
  func codedDataCost(_ range: Range<Int>, least: Int) -> Int {
    for track in reference.tracks {
      guard case .blocks(let blocks) = track.finder else { continue }
      // Audio would end where the range does.
      let range = range.lowerBound + range.count % blocks.byteCount..<range.upperBound
      let (noise, audio) = (blocks.noise(in: range, of: data), blocks.audio(in: range, of: data))
      return noise >= least && noise > 3 * audio
        ? noise * 2 + audio * SampleSearch.windowCost : .max
    }
    return .max
  }

  /// Uncompressed audio up to where something else starts, and chunks as the reference has
  /// them.
  mutating func readings(
    of blocks: ReferenceBlocks, _ track: Int, at position: Int
  ) -> [Reading] {
    let size = blocks.byteCount
    let left = (data.count - position) / size
    guard left > 0 else { return [] }
    var counts: [AudioCount] = []
    func isUsual(_ count: Int) -> Bool { blocks.usualCounts.contains(count) }
    var starts = anchors.starts(1, from: position + size, afterBlocksOf: size)
    let isSettled = starts.reached.first.map { isUsual(($0 - position) / size) } ?? false
    if !isSettled {
      starts = anchors.starts(SampleSearch.mostEnds, from: position + size, afterBlocksOf: size)
    }
    let ends = starts.reached
    // Offsets where something starts are not skipped without a reason.
    func add(_ count: Int, _ cost: Int) {
      guard !counts.contains(where: { $0.count == count }) else { return }
      let passed = starts.count(before: position + count * size)
      counts.append((count, cost + passed * SampleSearch.passingOpenCost))
    }
    var likely = ends.map { ($0 - position) / size }
    if !isSettled, ends.count < SampleSearch.mostEnds {
      let torn = anchors.tornStarts(from: position + size, step: size)
      likely += [left] + torn.map { ($0 - position) / size }
    }
    for count in likely { add(count, isUsual(count) ? 4 : 20) }
    // A damaged frame can follow, which is no such offset.
    if !isSettled, let usual = blocks.usualCounts.first, usual < left,
      position + usual * size < ends.first ?? .max
    {
      add(usual, 20)
    }
    let others = reference.tracks.indices.filter {
      $0 != track && reference.follows($0, track) && !reference.tracks[$0].isStructured
    }
    if !others.isEmpty {
      for count in blocks.usualCounts where count < left {
        let end = position + count * size
        if others.contains(where: { mayStart($0, at: end) }) { add(count, 4) }
      }
    }
    let most = counts.map(\.count).max() ?? 0
    if let lost = zeroed.next(from: position, before: position + most * size) {
      // Within lost blocks, nothing shows where audio ends.
      let isKnown = { (count: Int) in isUsual(count) && ends.contains(position + count * size) }
      counts.removeAll { position + $0.count * size > lost.lowerBound && !isKnown($0.count) }
      let count = (lost.lowerBound - position) / size
      if count > 0 { add(count, 20) }
    }
    // Beside lost blocks, a few samples could be anything, and others have to be smooth.
    let isBehind = isBehindLost(position, size)
    counts.removeAll { count, _ in
      let end = position + count * size
      let isBefore = end < data.count && zeroed.next(from: end, before: end + size) != nil
      guard isBehind || isBefore else { return false }
      // Audio of a usual size, and a little before it that is nothing else.
      let isLonger = blocks.usualCounts.contains {
        (1..<blocks.leastShown / size).contains(count - $0)
      }
      if isBehind && isLonger { return true }
      // Nothing shows that it ends here, or that it began there.
      if isBehind, others.isEmpty, !isBefore, !ends.contains(end), end + size <= data.count {
        return true
      }
      return count < SampleSearch.fewestBeside
        || (isBehind || !blocks.usualCounts.contains(count))
          && !blocks.isSmooth(in: position..<end, of: data)
    }
    return counts.map { reading($0, of: blocks, at: position) }
  }

  /// Whether a sample of a track may start at an offset.
  private func mayStart(_ track: Int, at offset: Int) -> Bool {
    switch reference.tracks[track].finder {
    case .blocks: true
    case .reader(let reader):
      if case .none = reader.answer(at: offset, in: data) { false } else { true }
    case .none: true
    }
  }

  /// A number of blocks as audio, which costs more the more noise is in it.
  private func reading(
    _ audio: AudioCount, of blocks: ReferenceBlocks, at position: Int
  ) -> Reading {
    let range = position..<position + audio.count * blocks.byteCount
    let noise = blocks.noise(in: range, of: data)
    // The rest of a damaged frame has no usual size.
    let weight = blocks.usualCounts.contains(audio.count) ? 1 : 3
    return Reading(
      byteCount: range.count, sampleCount: audio.count * blocks.sampleCount,
      cost: audio.cost + noise * SampleSearch.windowCost * weight)
  }

  /// What it costs that bytes are not uncompressed audio though they look like it.
  func audioCost(_ range: Range<Int>) -> Int {
    for track in reference.tracks {
      guard case .blocks(let blocks) = track.finder else { continue }
      return blocks.audio(in: range, of: data) * SampleSearch.windowCost
    }
    return 0
  }

  /// What lost blocks of a card are, and where something can start behind them.
  ///
  /// - Returns: nil if none begin before the next block of audio.
  mutating func stepsOverLost(at position: Int) -> [Step]? {
    guard let size = blocks?.byteCount,
      let lost = zeroed.next(from: position, before: position + size)
    else { return nil }
    var steps = [Step]()
    // Audio whose ends are both known is where it was.
    if position > lost.lowerBound { steps = knownAudio(at: position) }
    var starts: Set<Int> = [0]
    if let next = anchors.next(from: lost.upperBound) {
      starts.insert((next - lost.upperBound) % size)
    }
    if let smoothest = smoothest(from: lost.upperBound) { starts.insert(smoothest) }
    for start in starts.sorted() where lost.upperBound + start <= data.count {
      let count = lost.upperBound + start - position
      steps.append((nil, .unknown, Reading(byteCount: count, cost: SampleSearch.lostCost + start)))
    }
    return steps
  }

  private mutating func knownAudio(at position: Int) -> [Step] {
    var steps = [Step]()
    for (index, track) in reference.tracks.enumerated() {
      guard case .blocks(let blocks) = track.finder,
        let end = anchors.starts(1, from: position, afterBlocksOf: blocks.byteCount).reached.first,
        blocks.usualCounts.contains((end - position) / blocks.byteCount)
      else { continue }
      let count = (end - position) / blocks.byteCount
      steps.append(
        (
          index, .samples(track: index, .bySize),
          Reading(byteCount: end - position, sampleCount: count * blocks.sampleCount, cost: 4)
        ))
    }
    return steps
  }

  /// The uncompressed audio of the recording; nil if it has none.
  private var blocks: ReferenceBlocks? {
    for track in reference.tracks {
      if case .blocks(let blocks) = track.finder { return blocks }
    }
    return nil
  }

  /// At which of the next bytes a block of audio begins, as its values show; nil if all bytes are alike.
  private func smoothest(from start: Int) -> Int? {
    guard let blocks else { return nil }
    let end = min(data.count, start + SampleSearch.comparedBlocks * blocks.byteCount)
    let noise = (0..<blocks.byteCount).map {
      blocks.noise(in: start + $0..<max(start + $0, end), of: data)
    }
    guard let least = noise.min(), noise.contains(where: { $0 > least }) else { return nil }
    return noise.firstIndex(of: least)
  }

  /// The offsets from which on the audio up to the next sample has a usual size, and before which is the rest of a
  /// frame.
  mutating func startsOfAudio(in range: Range<Int>) -> [Int] {
    guard let blocks else { return [] }
    return blocks.usualCounts.compactMap { count in
      let start = range.upperBound - count * blocks.byteCount
      let before = max(range.lowerBound, start - blocks.leastShown)
      guard before < start,
        start - before < blocks.leastShown || blocks.noise(in: before..<start, of: data) > 0,
        blocks.noise(in: start..<range.upperBound, of: data) == 0
      else { return nil }
      return start
    }
  }

  /// Whether lost blocks end at an offset, or just before it.
  mutating func isBehindLost(_ position: Int, _ size: Int) -> Bool {
    zeroed.next(from: position - size, before: position) != nil
  }

  /// Uncompressed audio beside lost blocks of a card has at least so many samples; fewer could be anything.
  private static let fewestBeside = 32
  /// The number of blocks by which it is found out where they begin.
  private static let comparedBlocks = 1 << 12
  /// The cost of lost blocks of a card, which are usual.
  private static let lostCost = 8
}
