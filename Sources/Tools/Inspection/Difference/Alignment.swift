/// Finds the elements that two lists have in common. It compares their identities and not their positions, so an added
/// element does not make all elements after it different.
struct Alignment {
  /// An element, with what distinguishes it from the elements next to it.
  struct Element<Key: Hashable> {
    /// The identity: a type, and a number if it has one.
    var key: Key
    /// The content that distinguishes elements with the same key: those with the same content belong
    /// together.
    var content: Int
  }

  /// The pairs in the order of the old list.
  private(set) var pairs: [(old: Int, new: Int)] = []
  private(set) var removed: [Int] = []
  private(set) var added: [Int] = []

  init<Key: Hashable>(_ old: [Element<Key>], _ new: [Element<Key>]) {
    var partners = [Int?](repeating: nil, count: old.count)
    let newIndices = Dictionary(grouping: new.indices) { new[$0].key }
    for (key, oldIndices) in Dictionary(grouping: old.indices, by: { old[$0].key }) {
      guard let newIndices = newIndices[key] else { continue }
      if oldIndices.count == 1, newIndices.count == 1 {
        partners[oldIndices[0]] = newIndices[0]
        continue
      }
      let matches = Alignment.matches(
        oldIndices, newIndices, oldContent: { old[$0].content }, newContent: { new[$0].content })
      for match in matches { partners[match.old] = match.new }
    }
    var isTaken = [Bool](repeating: false, count: new.count)
    for (index, partner) in partners.enumerated() {
      guard let partner else {
        removed.append(index)
        continue
      }
      pairs.append((index, partner))
      isTaken[partner] = true
    }
    added = new.indices.filter { !isTaken[$0] }
  }

  /// Elements of one kind: first those with the same content, in order; between two of those, the rest one by one.
  private static func matches(
    _ old: [Int], _ new: [Int], oldContent: (Int) -> Int, newContent: (Int) -> Int
  ) -> [(old: Int, new: Int)] {
    var matches: [(old: Int, new: Int)] = []
    var indices = Dictionary(grouping: new.indices.reversed()) { newContent(new[$0]) }
    var same: [(old: Int, new: Int)] = []
    for index in old.indices {
      if let partner = indices[oldContent(old[index])]?.popLast() { same.append((index, partner)) }
    }
    let kept = increasing(same.map(\.new), weights: same.map { _ in 1 })
    var start = (old: 0, new: 0)
    let anchors = kept.map { same[$0] } + [(old: old.count, new: new.count)]
    for anchor in anchors {
      for (a, b) in zip(start.old..<anchor.old, start.new..<anchor.new) {
        matches.append((old[a], new[b]))
      }
      if anchor.old < old.count { matches.append((old[anchor.old], new[anchor.new])) }
      start = (anchor.old + 1, anchor.new + 1)
    }
    return matches
  }

  /// Matches a removed element and an added one.
  mutating func join(_ old: Int, _ new: Int) {
    removed.removeAll { $0 == old }
    added.removeAll { $0 == new }
    let next = pairs.firstIndex { $0.old > old } ?? pairs.count
    pairs.insert((old, new), at: next)
  }

  /// The indices in ``pairs`` of pairs with another position among the others than before.
  func moved(weight: (Int) -> Int) -> Set<Int> {
    let order = pairs.map(\.new)
    guard zip(order, order.dropFirst()).contains(where: >) else { return [] }
    let kept = Alignment.increasing(order, weights: pairs.map { weight($0.old) })
    return Set(pairs.indices).subtracting(kept)
  }

  /// The positions of the rising series of numbers with the greatest weight; all numbers differ.
  private static func increasing(_ numbers: [Int], weights: [Int]) -> [Int] {
    let ranks = Dictionary(
      uniqueKeysWithValues: numbers.sorted().enumerated().map { ($0.element, $0.offset + 1) })
    // The best series that ends at or below a rank, in a binary indexed tree of maxima.
    var best = [(weight: Int, index: Int)](repeating: (0, -1), count: numbers.count + 1)
    var previous = [Int](repeating: -1, count: numbers.count)
    var end = (weight: 0, index: -1)
    for index in numbers.indices {
      let rank = ranks[numbers[index]] ?? 0
      var before = (weight: 0, index: -1)
      var node = rank - 1
      while node > 0 {
        if best[node].weight > before.weight { before = best[node] }
        node -= node & -node
      }
      previous[index] = before.index
      let weight = before.weight + max(1, weights[index])
      if weight > end.weight { end = (weight, index) }
      node = rank
      while node <= numbers.count {
        if weight > best[node].weight { best[node] = (weight, index) }
        node += node & -node
      }
    }
    var series: [Int] = []
    var index = end.index
    while index >= 0 {
      series.append(index)
      index = previous[index]
    }
    return series.reversed()
  }
}
