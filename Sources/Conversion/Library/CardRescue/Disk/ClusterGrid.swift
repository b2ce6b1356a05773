/// The units in which a disk is given to files.
package struct ClusterGrid: Hashable, Sendable {
  /// The bytes of a cluster.
  package var size: Int
  /// The start of a cluster.
  package var start: Int

  /// The start of the first cluster at or after an offset.
  func next(_ offset: Int) -> Int {
    let distance = offset - start
    let rest = distance % size
    return offset + (rest == 0 ? 0 : rest < 0 ? -rest : size - rest)
  }

  /// A grid that every offset is on.
  static let sectors = ClusterGrid(size: DiskImage.sector, start: 0)

  private static let largest = 1 << 17

  /// The grids on which files could start, the coarsest first: nearly all of these offsets are on each.
  static func all(of offsets: [Int]) -> [ClusterGrid] {
    var grids = [ClusterGrid.sectors]
    var size = DiskImage.sector
    while size < ClusterGrid.largest, !offsets.isEmpty {
      size *= 2
      let counts = offsets.reduce(into: [:] as [Int: Int]) { $0[$1 % size, default: 0] += 1 }
      guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        most.value * 20 >= offsets.count * 19
      else { break }
      grids.append(ClusterGrid(size: size, start: most.key))
    }
    return grids.reversed()
  }

  package init(size: Int, start: Int) {
    self.size = size
    self.start = start
  }
}
