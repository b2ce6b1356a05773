extension PlanarImage.Plane {
  /// Computes the samples of `target` from those of this plane.
  ///
  /// It scales the columns first, so that rows are read in memory order, many columns at once.
  func scale(
    into target: PlanarImage.Plane, bitDepth: Int, rows: ScalingWeights, columns: ScalingWeights
  ) {
    precondition(target.bytesPerSample == bytesPerSample)
    precondition(rows.starts.count == target.height && columns.starts.count == target.width)
    if bytesPerSample == 1 {
      scale(into: target, bitDepth, rows, columns, UInt8.self)
    } else {
      scale(into: target, bitDepth, rows, columns, UInt16.self)
    }
  }

  @inline(__always)
  private func scale<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    into target: PlanarImage.Plane, _ bitDepth: Int, _ rows: ScalingWeights,
    _ columns: ScalingWeights, _: Sample.Type
  ) {
    // Room behind the row, for shares of 0 that are read with it.
    var line = [Float](repeating: 0, count: width + columns.stride)
    let top = Float((1 << bitDepth) - 1)
    // `line` has a number for each sample of ours, and more. Rows of ours have `width` samples, and
    // those of `target` one for each of its columns.
    unsafe line.withUnsafeMutableBufferPointer { line in
      guard let sums = line.baseAddress else { return }
      for y in 0..<target.height {
        unsafe addRows(y, rows, into: sums, Sample.self)
        unsafe store(sums, columns, top, into: target.row(y).bindMemory(to: Sample.self))
      }
    }
  }

  /// Four rows at a time, so that sums are read and written less often.
  @inline(__always)
  private func addRows<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ y: Int, _ weights: ScalingWeights, into sums: UnsafeMutablePointer<Float>, _: Sample.Type
  ) {
    let start = weights.starts[y]
    unsafe sums.update(repeating: 0, count: width)
    for tap in Swift.stride(from: 0, to: min(weights.stride, height - start), by: 4) {
      let offset = y * weights.stride + tap
      // Shares after the last one are 0, so the values of any row can be used for them.
      func row(_ index: Int) -> UnsafePointer<Sample>? {
        unsafe UnsafePointer(
          self.row(min(start + tap + index, height - 1)).bindMemory(to: Sample.self).baseAddress)
      }
      guard let a = unsafe row(0), let b = unsafe row(1), let c = unsafe row(2),
        let d = unsafe row(3)
      else { return }
      let (first, second) = (weights.shares[offset], weights.shares[offset + 1])
      let (third, fourth) = (weights.shares[offset + 2], weights.shares[offset + 3])
      if first == 0, second == 0, third == 0, fourth == 0 { continue }
      for x in 0..<width {
        unsafe sums[x] +=
          first * Float(a[x]) + second * Float(b[x]) + third * Float(c[x]) + fourth * Float(d[x])
      }
    }
  }

  @inline(__always)
  private func store<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ sums: UnsafeMutablePointer<Float>, _ weights: ScalingWeights, _ top: Float,
    into row: UnsafeMutableBufferPointer<Sample>
  ) {
    let lanes = ScalingWeights.lanes
    let starts = weights.starts.span
    unsafe weights.shares.withUnsafeBufferPointer { shares in
      for x in starts.indices {
        var sum = SIMD8<Float>()
        for tap in Swift.stride(from: 0, to: weights.stride, by: lanes) {
          // The address is inside of the sums. After them, there is room for a whole stride.
          let values = unsafe UnsafeRawPointer(sums + starts[x] + tap)
            .loadUnaligned(as: SIMD8<Float>.self)
          let factors = unsafe UnsafeRawPointer(shares.baseAddress! + x * weights.stride + tap)
            .loadUnaligned(as: SIMD8<Float>.self)
          sum += values * factors
        }
        let value = max(0, min(top, sum.sum().rounded(.toNearestOrAwayFromZero)))
        unsafe row[x] = Sample(truncatingIfNeeded: Int32(value))
      }
    }
  }
}
