import HEIF

/// The blocks of an image, in the order in which they are coded: tile by tile, and in each from left to right
/// and from top to bottom.
struct CodedBlocks {
  /// The side of a block, in luma samples.
  let side: Int
  private let columns: Int
  /// The index of a block, row by row, by its number in coding order.
  private let order: [Int]
  /// The number by the index.
  private let numbers: [Int]

  /// - Parameters:
  ///   - widths: the widths of the columns of tiles, in blocks; the last column has the rest.
  ///   - heights: the heights of the rows of tiles.
  init(
    of size: ImagePlan.Size, side: Int, tileWidths widths: [Int] = [],
    tileHeights heights: [Int] = []
  ) {
    self.side = side
    let columns = (size.width + side - 1) / side
    let tileColumns = CodedBlocks.ranges(widths, of: columns)
    var order: [Int] = []
    for rows in CodedBlocks.ranges(heights, of: (size.height + side - 1) / side) {
      for tile in tileColumns {
        for row in rows { order += tile.map { row * columns + $0 } }
      }
    }
    var numbers = [Int](repeating: 0, count: order.count)
    for (number, index) in order.enumerated() { numbers[index] = number }
    self.columns = columns
    self.order = order
    self.numbers = numbers
  }

  private static func ranges(_ sizes: [Int], of count: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for size in sizes + [count] where start < count {
      let end = min(start + max(size, 0), count)
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }

  /// The number of blocks.
  var count: Int { order.count }

  /// The first sample of a block.
  func origin(of number: Int) -> (x: Int, y: Int) {
    let (row, column) = order[number].quotientAndRemainder(dividingBy: columns)
    return (column * side, row * side)
  }

  /// The number of the block that has a sample.
  func number(ofBlockAt x: Int, _ y: Int) -> Int {
    let index = y / side * columns + x / side
    return numbers.indices.contains(index) ? numbers[index] : count
  }
}
