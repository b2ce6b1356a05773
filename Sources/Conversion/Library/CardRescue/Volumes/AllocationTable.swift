/// The table that says which cluster follows each cluster (FAT), and where the clusters are.
struct AllocationTable {
  let image: DiskImage
  /// The start of the table on the disk.
  let start: Int
  /// The bits of an entry: 12, 16 or 32.
  let bits: Int
  /// The bits of it that count.
  let mask: Int
  let clusters: ClusterGrid
  let clusterCount: Int

  /// The range of a cluster by its number: the first is 2. Nil if there is no cluster with that number.
  func range(of cluster: Int) -> Range<Int>? {
    guard cluster >= 2, cluster < clusterCount + 2 else { return nil }
    let start = clusters.start + (cluster - 2) * clusters.size
    return start..<start + clusters.size
  }

  /// The clusters of a file.
  ///
  /// - Parameters:
  ///   - first: the number of its first cluster.
  ///   - count: the number of bytes that is sufficient.
  func chain(_ first: Int, count: Int = .max) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var cluster = first
    var length = 0
    // A chain that is a circle is longer than the disk.
    while let range = range(of: cluster), length < count, length <= clusterCount * clusters.size {
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
      length += range.count
      cluster = next(cluster)
    }
    return ranges
  }

  private func next(_ cluster: Int) -> Int {
    let bit = cluster * bits
    let offset = start + bit / 8
    let number = LittleEndian(Array(image.readFew(offset..<offset + 4))).number(0, 4)
    return number >> (bit % 8) & mask
  }
}
