import Platform

/// The positions of the samples of a plane on a line of the image, in luma samples: the middle of the first one, and
/// the distance to the next one.
struct SampleGrid: Equatable {
  var first: Double
  var step: Double

  static let luma = SampleGrid(first: 0.5, step: 1)
}

/// The samples of a line, with their weights, for each sample of a line with another number of samples: Lanczos' window
/// of three lobes, whose width fits the coarser of both lines.
struct ScalingWeights: Sendable {
  /// The first of the samples that make up each sample of the result.
  let starts: [Int]
  /// The shares of those samples, ``stride`` for each sample of the result; those after the last
  /// are 0.
  let shares: [Float]
  /// A multiple of ``lanes``.
  let stride: Int

  /// The number of values that are computed at once in a row.
  static let lanes = 8
  static let lobes = 3.0

  /// - Parameters:
  ///   - samples: the wanted samples of the result.
  ///   - count: the number of samples of the source.
  ///   - ratio: luma samples of the source for one of the result.
  init(
    for samples: Range<Int>, on target: SampleGrid, from count: Int, on source: SampleGrid,
    ratio: Double
  ) {
    // All positions are in steps of the source, whose samples are at whole numbers.
    let width = max(1, target.step * ratio / source.step)
    let reach = ScalingWeights.lobes * width
    var lines: [[Float]] = []
    var starts: [Int] = []
    for sample in samples {
      let middle =
        ((target.first + Double(sample) * target.step) * ratio - source.first) / source.step
      let first = min(max(0, Int((middle - reach).rounded(.up))), count - 1)
      let last = max(first, min(count - 1, Int((middle + reach).rounded(.down))))
      let line = (first...last).map { ScalingWeights.window((Double($0) - middle) / width) }
      // Samples outside of the image have no weight.
      let sum = line.reduce(0, +)
      lines.append(line.map { sum > 0 ? Float($0 / sum) : 1 / Float(line.count) })
      starts.append(first)
    }
    let most = lines.map(\.count).max() ?? 0
    let stride = (most + ScalingWeights.lanes - 1) / ScalingWeights.lanes * ScalingWeights.lanes
    shares = lines.flatMap { $0 + [Float](repeating: 0, count: stride - $0.count) }
    self.starts = starts
    self.stride = stride
  }

  /// - Parameter distance: from the middle, in samples of the coarser line.
  private static func window(_ distance: Double) -> Double {
    guard abs(distance) < lobes else { return 0 }
    guard abs(distance) > 1e-9 else { return 1 }
    let angle = .pi * distance
    return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
  }
}
