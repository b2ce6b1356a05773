/// Counts boxes by their type, which gives the indices of boxes in a container.
package struct TypeCounts {
  /// The first types. Most containers have no others, and a search in them is faster than hashing.
  private var first: [(type: FourCC, count: Int)] = []
  private var others: [FourCC: Int] = [:]

  package init() {}

  /// The number of boxes of `type` that have been counted before this one.
  package mutating func next(_ type: FourCC) -> Int {
    for index in first.indices where first[index].type == type {
      first[index].count += 1
      return first[index].count - 1
    }
    if first.count < 8 {
      first.append((type, 1))
      return 0
    }
    let count = others[type, default: 0]
    others[type] = count + 1
    return count
  }
}
