#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the samples of a plane lie along a line of the picture, in luma samples: the middle of the
/// first, and from each to the next.
struct SampleGrid: Equatable {
  var first: Double
  var step: Double

  static let luma = SampleGrid(first: 0.5, step: 1)
}

/// Which samples of a line make up each sample of a line with another number of them, and by what
/// share: Lanczos' window of three lobes, as wide as the coarser of both lines needs it.
struct ScalingWeights: Sendable {
  /// The first of the samples that make up each sample of the result.
  let starts: [Int]
  /// The shares of those samples, ``stride`` for each sample of the result; those after the last
  /// are 0.
  let shares: [Float]
  /// A multiple of ``lanes``.
  let stride: Int

  /// What is computed at once along a row.
  static let lanes = 8
  static let lobes = 3.0

  /// - Parameters:
  ///   - samples: of the result, all that are wanted.
  ///   - count: of the samples that there are.
  ///   - ratio: luma samples of the source for one of the result.
  init(
    for samples: Range<Int>, on target: SampleGrid, from count: Int, on source: SampleGrid,
    ratio: Double
  ) {
    // All positions are in steps of the source: its samples are at whole numbers.
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
      // What lies outside of the picture has no share.
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
