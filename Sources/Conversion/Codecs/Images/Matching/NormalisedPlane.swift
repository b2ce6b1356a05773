import HEIF
import Synchronization

/// An image of few samples, without the effects of exposure and tone mapping: each sample is its difference from the
/// surrounding ones, relative to their deviation.
struct NormalisedPlane: Sendable {
  let width: Int
  let height: Int
  /// Row by row: 64 for one standard deviation, and never beyond four.
  let values: [Int16]
  /// The sum of the squares of all values above and to the left; a row and a column more than values.
  private let squares: [Int64]

  /// - Parameter plane: luma of at most 16 bits.
  init(_ plane: PlanarImage.Plane, bitDepth: Int) {
    (width, height) = (plane.width, plane.height)
    let scale = 255 / Float((1 << bitDepth) - 1)
    var light: [Float] = []
    light.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { light.append(Float(plane[x, y]) * scale) }
    }
    // This is the approximate size of details that distinguish two frames.
    let reach = max(2, max(width, height) / 36)
    let means = NormalisedPlane.means(light, width, height, reach)
    let differences = zip(light, means).map { $0 - $1 }
    let variances = NormalisedPlane.means(differences.map { $0 * $0 }, width, height, reach)
    // Noise, where nothing is to be seen, stays small.
    let noise: Float = 4
    values = zip(differences, variances).map { difference, variance in
      let value = difference / (max(0, variance).squareRoot() + noise)
      return Int16(min(max(value, -4), 4) * 64)
    }
    squares = NormalisedPlane.sums(values.map { Int64($0) * Int64($0) }, width, height)
  }

  /// The sum of the squares of the values in a part.
  func energy(_ x: Range<Int>, _ y: Range<Int>) -> Int64 {
    let (top, bottom) = (y.lowerBound * (width + 1), y.upperBound * (width + 1))
    return squares[bottom + x.upperBound] - squares[bottom + x.lowerBound]
      - squares[top + x.upperBound] + squares[top + x.lowerBound]
  }

  /// Sums of all that is above and to the left.
  private static func sums<Number: Numeric>(
    _ values: [Number], _ width: Int, _ height: Int
  ) -> [Number] {
    var sums = [Number](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var row: Number = 0
      for x in 0..<width {
        row += values[y * width + x]
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
      }
    }
    return sums
  }

  /// Each the mean of the values around it, as far as there are any.
  private static func means(
    _ values: [Float], _ width: Int, _ height: Int, _ reach: Int
  ) -> [Float] {
    let sums = sums(values.map(Double.init), width, height)
    var means: [Float] = []
    means.reserveCapacity(values.count)
    for y in 0..<height {
      let top = max(0, y - reach) * (width + 1)
      let bottom = min(height, y + reach + 1) * (width + 1)
      for x in 0..<width {
        let (left, right) = (max(0, x - reach), min(width, x + reach + 1))
        let sum = sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left]
        means.append(Float(sum / Double((bottom - top) / (width + 1) * (right - left))))
      }
    }
    return means
  }
}

extension NormalisedPlane {
  /// The similarity of another image at a position on this one: 1 for the same, 0 for nothing in common. Nil if less
  /// than half of the smaller one overlaps.
  ///
  /// - Parameters:
  ///   - x: the left column of the other image, in samples of this one.
  ///   - y: its top row.
  func likeness(of other: NormalisedPlane, at x: Int, _ y: Int) -> Float? {
    let columns = max(0, x)..<max(0, x, min(width, x + other.width))
    let rows = max(0, y)..<max(0, y, min(height, y + other.height))
    guard
      columns.count * rows.count * 2 >= min(width * height, other.width * other.height),
      !columns.isEmpty, !rows.isEmpty
    else { return nil }
    let energy = energy(columns, rows)
    let otherEnergy = other.energy(columns.shifted(by: -x), rows.shifted(by: -y))
    guard energy > 0, otherEnergy > 0 else { return 0 }
    var sum: Int64 = 0
    // All columns and rows are within both images; values have 9 bits and a sign, and a row has at most 2^12 of them.
    unsafe values.withUnsafeBufferPointer { own in
      unsafe other.values.withUnsafeBufferPointer { others in
        for row in rows {
          let start = row * width
          let otherStart = (row - y) * other.width - x
          var line: Int32 = 0
          var column = columns.lowerBound
          while column < columns.upperBound {
            line &+= Int32(unsafe own[start + column]) &* Int32(unsafe others[otherStart + column])
            column += 1
          }
          sum += Int64(line)
        }
      }
    }
    return Float(Double(sum) / (Double(energy) * Double(otherEnergy)).squareRoot())
  }
}

/// The position of a still on a frame, in samples of a small image of the frame.
struct StillPlaneFit: Sendable {
  /// The width of the still, which keeps its shape.
  var width: Int
  /// The distance from the middle of the frame to that of the still, to the right.
  var x = 0
  var y = 0
  /// See ``NormalisedPlane/likeness(of:at:_:)``.
  var score: Float = -1
}

/// A still in the sizes in which it is laid on frames of one size.
final class StillSizes: Sendable {
  private let luma: PlanarImage
  private let made = Mutex<[Int: NormalisedPlane]>([:])

  /// - Parameter luma: an image with only luma.
  init(_ luma: PlanarImage) { self.luma = luma }

  var width: Int { luma.width }
  var height: Int { luma.height }

  /// The height for a width, in samples.
  func height(_ width: Int) -> Int {
    max(1, (width * luma.height + luma.width / 2) / luma.width)
  }

  /// - Parameter width: in samples.
  func picture(_ width: Int) -> NormalisedPlane {
    if let picture = made.withLock({ $0[width] }) { return picture }
    let height = height(width)
    let picture = NormalisedPlane(
      luma.planes[0].scaled(to: ImagePlan.Size(width: width, height: height), luma.bitDepth),
      bitDepth: luma.bitDepth)
    made.withLock { $0[width] = picture }
    return picture
  }
}

extension PlanarImage.Plane {
  /// The plane in another size.
  func scaled(to size: ImagePlan.Size, _ bitDepth: Int) -> PlanarImage.Plane {
    let result = PlanarImage.Plane(
      width: size.width, height: size.height, bytesPerSample: bytesPerSample)
    func weights(_ target: Int, _ source: Int) -> ScalingWeights {
      ScalingWeights(
        for: 0..<target, on: .luma, from: source, on: .luma,
        ratio: Double(source) / Double(target))
    }
    scale(
      into: result, bitDepth: bitDepth, rows: weights(size.height, height),
      columns: weights(size.width, width))
    return result
  }
}

extension NormalisedPlane {
  /// The best position of a still on this frame, of all sizes and positions that a camera could produce: frames show a
  /// part of the still, shifted by stabilisation; and a cropped still shows a part of the frame.
  func bestAlignment(of still: StillSizes) -> StillPlaneFit {
    let fits = [width, height * still.width / max(1, still.height)]
    let (smallest, largest) = (fits.min() ?? 1, fits.max() ?? 1)
    var best = StillPlaneFit(width: largest)
    var size = max(8, smallest * 4 / 5)
    while size <= largest * 7 / 5 {
      for y in stride(from: -height / 10, through: height / 10, by: 2) {
        for x in stride(from: -width / 10, through: width / 10, by: 2) {
          take(StillPlaneFit(width: size, x: x, y: y), still, &best)
        }
      }
      size += max(1, size / 24)
    }
    return refined(best, of: still)
  }

  /// The best alignment near to one.
  func refined(_ start: StillPlaneFit, of still: StillSizes) -> StillPlaneFit {
    var best = start
    best.score = -1
    take(start, still, &best)
    // Each step leads uphill.
    for _ in 0..<8 {
      let middle = best
      for size in -1...1 {
        for y in -1...1 {
          for x in -1...1 where (size, x, y) != (0, 0, 0) {
            take(
              StillPlaneFit(width: middle.width + size, x: middle.x + x, y: middle.y + y), still,
              &best)
          }
        }
      }
      if best.score == middle.score { break }
    }
    return best
  }

  /// Keeps an alignment if it is better.
  private func take(_ alignment: StillPlaneFit, _ still: StillSizes, _ best: inout StillPlaneFit) {
    let most = 4 * max(width, height)
    guard alignment.width >= 8, alignment.width <= most, still.height(alignment.width) <= most
    else {
      return
    }
    let picture = still.picture(alignment.width)
    let left = (width - picture.width) / 2 + alignment.x
    let top = (height - picture.height) / 2 + alignment.y
    guard let score = likeness(of: picture, at: left, top), score > best.score else { return }
    best = alignment
    best.score = score
  }
}
