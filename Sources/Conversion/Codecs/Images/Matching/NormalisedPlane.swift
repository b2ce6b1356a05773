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
