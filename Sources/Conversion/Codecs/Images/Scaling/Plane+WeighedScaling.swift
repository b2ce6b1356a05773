extension PlanarImage.Plane {
  /// Computes the samples of `target` from the samples of this plane, which have weights: colours that a
  /// transparent image hides do not change the colours at its edges.
  ///
  /// - Parameter weights: one weight for each sample of this plane, row by row; more than 0.
  func scale(
    into target: PlanarImage.Plane, bitDepth: Int, rows: ScalingWeights, columns: ScalingWeights,
    weights: [Float]
  ) {
    precondition(target.bytesPerSample == bytesPerSample && weights.count == width * height)
    precondition(rows.starts.count == target.height && columns.starts.count == target.width)
    var sums = [Float](repeating: 0, count: width)
    var totals = sums
    let top = Float((1 << bitDepth) - 1)
    for y in 0..<target.height {
      addRows(y, rows, weights, &sums, &totals)
      for x in 0..<target.width {
        var (sum, total): (Float, Float) = (0, 0)
        let start = columns.starts[x]
        for tap in 0..<min(columns.stride, width - start) {
          let share = columns.shares[x * columns.stride + tap]
          sum += sums[start + tap] * share
          total += totals[start + tap] * share
        }
        // Negative shares can leave nothing: then it is not seen.
        let value = total > 0 ? max(0, min(top, (sum / total).rounded())) : 0
        target.set(UInt16(value), x, y)
      }
    }
  }

  /// Sums of a column's weighed samples, and of its weights.
  private func addRows(
    _ y: Int, _ shares: ScalingWeights, _ weights: [Float], _ sums: inout [Float],
    _ totals: inout [Float]
  ) {
    let start = shares.starts[y]
    for x in 0..<width { (sums[x], totals[x]) = (0, 0) }
    for tap in 0..<min(shares.stride, height - start) {
      let share = shares.shares[y * shares.stride + tap]
      if share == 0 { continue }
      let row = weights[(start + tap) * width..<(start + tap + 1) * width]
      // Rows have as many samples as they have weights.
      if bytesPerSample == 1 {
        let samples = unsafe self.row(start + tap)
        for (x, weight) in row.enumerated() {
          totals[x] += share * weight
          sums[x] += unsafe share * weight * Float(samples[x])
        }
      } else {
        let samples = unsafe self.row(start + tap).bindMemory(to: UInt16.self)
        for (x, weight) in row.enumerated() {
          totals[x] += share * weight
          sums[x] += unsafe share * weight * Float(samples[x])
        }
      }
    }
  }
}
