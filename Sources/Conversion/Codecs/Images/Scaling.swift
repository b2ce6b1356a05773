import HEIF
import Platform

/// Scales the image that a person sees to another size, band by band.
struct Scaling: Sendable {
  let source: ImagePlan.Size
  let target: ImagePlan.Size
  private let chroma: ChromaPlacement
  /// Whether chroma keeps its subsampling; otherwise it gets the resolution of luma.
  private let keepsChroma: Bool
  /// The opacity of the source, which is the weight of its colours; nil if all weights are equal.
  private let opacity: Opacity?

  /// Prepares. Nil if the image has that size already.
  ///
  /// - Parameters:
  ///   - size: the size of the result.
  ///   - siting: the position of chroma as it is coded.
  ///   - keepsChroma: whether the planes are those of a JPEG file.
  ///   - opacity: the alpha of the image; nil if it is opaque.
  init?(
    _ placement: PixelPlacement, _ size: ImagePlan.Size?, _ siting: ChromaSiting, keepsChroma: Bool,
    opacity: Opacity? = nil
  ) {
    source = ImagePlan.Size(width: placement.width, height: placement.height)
    target = size ?? source
    guard target != source else { return nil }
    self.keepsChroma = keepsChroma
    // Colours that are multiplied already are right as they are.
    self.opacity = opacity?.isPremultiplied == false ? opacity : nil
    chroma = ChromaPlacement(siting, placement.orientation)
  }

  private var horizontalRatio: Double { Double(source.width) / Double(target.width) }
  private var verticalRatio: Double { Double(source.height) / Double(target.height) }

  /// The number of rows of a band of the result. The band needs about as many rows of the source as an unscaled band,
  /// and consists of whole MCUs of JPEG.
  var bandHeight: Int {
    let rows = Int(Double(BandPipeline.usualBandHeight) * 1.5 / verticalRatio)
    return min(max(rows / 16 * 16, 16), BandPipeline.usualBandHeight)
  }

  /// The rows of the source that rows of the result are computed from. They start and end with whole
  /// chroma samples, or where the image ends.
  func reach(of rows: Range<Int>) -> Range<Int> {
    // A chroma sample may cover two rows, and its filter reaches twice as far then.
    let reach =
      ScalingWeights.lobes * (keepsChroma ? 2 * max(1, verticalRatio) : max(2, verticalRatio))
    let first = Int(Double(rows.lowerBound) * verticalRatio - reach) - 2
    let last = Int(Double(rows.upperBound) * verticalRatio + reach) + 3
    return max(0, first) / 2 * 2..<min(source.height, (last + 1) / 2 * 2)
  }

  /// Rows of the result.
  ///
  /// - Parameter image: the rows of the source in ``reach(of:)``.
  func band(_ rows: Range<Int>, from image: PlanarImage) -> Band {
    let start = reach(of: rows).lowerBound
    let chroma = keepsChroma || image.chroma == .monochrome ? image.chroma : .yuv444
    let result = PlanarImage(
      width: target.width, height: rows.count, chroma: chroma, bitDepth: image.bitDepth)
    for (index, plane) in image.planes.enumerated() {
      let (own, made) =
        index == 0 ? (1, 1) : (image.chroma.subsampling.vertical, chroma.subsampling.vertical)
      let (ownX, madeX) =
        index == 0 ? (1, 1) : (image.chroma.subsampling.horizontal, chroma.subsampling.horizontal)
      let goal = result.planes[index]
      var rowGrid = self.chroma.vertical(own)
      // Rows of the image are counted from its own first one.
      rowGrid.first += Double(start)
      let first = rows.lowerBound / made
      let rowWeights = ScalingWeights(
        for: first..<first + goal.height, on: .middles(made), from: plane.height, on: rowGrid,
        ratio: verticalRatio)
      let columnWeights = ScalingWeights(
        for: 0..<goal.width, on: .middles(madeX), from: plane.width,
        on: self.chroma.horizontal(ownX), ratio: horizontalRatio)
      if let opacity {
        plane.scale(
          into: goal, bitDepth: image.bitDepth, rows: rowWeights, columns: columnWeights,
          weights: opacity.weights(start..<start + image.height, ownX, own))
      } else {
        plane.scale(
          into: goal, bitDepth: image.bitDepth, rows: rowWeights, columns: columnWeights)
      }
    }
    return Band(rows: rows, image: result, start: 0, codedChroma: image.chroma)
  }
}

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
