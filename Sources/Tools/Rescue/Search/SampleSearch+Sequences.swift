import FieldCoding

extension SampleSearch {
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
