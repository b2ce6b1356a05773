/// Finds the known name that was probably meant by a mistyped one.
package enum MistypedName {
  /// The name that is fewest mistakes away: at most one for each three characters.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let limit = max(1, name.count / 3)
    let distances = names.map { (name: $0, distance: distance(name, $0)) }
    let best = distances.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return best.flatMap { $0.distance <= limit ? $0.name : nil }
  }

  /// The number of characters that are missing, added, different, or swapped with the next one.
  package static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
