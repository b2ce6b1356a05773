extension ByteMap {
  /// The main use of the bytes in each of `count` cells of `size` bytes; nil if there are no bytes. If a cell has any
  /// lost bytes, it counts as lost.
  ///
  /// - Parameter kind: uses of the same kind are added up.
  package func cells<Kind: Hashable>(
    _ count: Int, size: Double, by kind: (Use) -> Kind
  ) -> [Kind?] {
    let start = Double(regions.first?.range.lowerBound ?? 0)
    var rest = regions[...]
    return (0..<max(0, count)).map { index in
      let (from, to) = (start + Double(index) * size, start + Double(index + 1) * size)
      var best: (kind: Kind, bytes: Double)?
      var sums: [Kind: Double] = [:]
      while let region = rest.first {
        let (first, last) = (Double(region.range.lowerBound), Double(region.range.upperBound))
        guard first < to else { break }
        let part = min(last, to) - max(first, from)
        if part > 0 {
          let kind = kind(region.use)
          let sum = sums[kind, default: 0] + (region.use.isBad ? .infinity : part)
          sums[kind] = sum
          if sum > best?.bytes ?? 0 { best = (kind, sum) }
        }
        if last > to { break }
        rest.removeFirst()
      }
      return best?.kind
    }
  }
}
