/// Counts boxes by their type, to tell those in one container apart.
package struct TypeCounts {
  /// The first types, which are all that most containers have: looking at them all is faster than
  /// hashing.
  private var first: [(type: FourCC, count: Int)] = []
  private var others: [FourCC: Int] = [:]

  package init() {}

  /// How many boxes of `type` have been counted, before this one.
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
