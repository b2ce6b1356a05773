import Synchronization

/// The differences of the samples of two images, block by block, so that an error in one block is not averaged out.
struct BlockDifferences {
  /// Columns and rows of a block.
  let side: Int
  /// The largest difference of two samples.
  private(set) var largest: Float = 0
  /// The largest sum of squares of a block, for each component.
  private var worst: [Float]

  init(side: Int, components: Int) {
    self.side = side
    worst = [Float](repeating: 0, count: components)
  }

  /// The root of the mean square in the block that differs most, for each component. Blocks at the
  /// edge count as whole ones: coders fill them up.
  var worstRoots: [Double] {
    worst.map { (Double($0) / Double(side * side)).squareRoot() }
  }

  /// Adds rows of one component, starting with the first row of a block.
  ///
  /// - Parameter read: reads a row of both images.
  mutating func add(
    component: Int, width: Int, height: Int, scale: Float = 1,
    _ read: (_ row: Int, _ a: inout [Float], _ b: inout [Float]) -> Void
  ) {
    var a = [Float](repeating: 0, count: width)
    var b = a
    var sums = [Float](repeating: 0, count: (width + side - 1) / side)
    for row in 0..<height {
      read(row, &a, &b)
      var (x, block) = (0, 0)
      while x < width {
        let end = min(x + side, width)
        var sum: Float = 0
        while x < end {
          let difference = abs(a[x] - b[x])
          largest = max(largest, difference)
          sum += difference * difference * scale * scale
          x += 1
        }
        sums[block] += sum
        block += 1
      }
      guard row % side == side - 1 || row == height - 1 else { continue }
      for index in sums.indices {
        worst[component] = max(worst[component], sums[index])
        sums[index] = 0
      }
    }
  }

  mutating func join(_ other: BlockDifferences) {
    largest = max(largest, other.largest)
    for index in worst.indices where index < other.worst.count {
      worst[index] = max(worst[index], other.worst[index])
    }
  }
}
