import HEIF

/// The exchange and the reversal of rows and columns of samples.
struct PixelOrientation: Equatable, Sendable {
  /// Whether rows become columns; this comes first.
  var isTransposed = false
  /// Whether each row is then reversed.
  var isFlippedHorizontally = false
  /// Whether the order of the rows is then reversed.
  var isFlippedVertically = false

  /// Rotates an image further, by 90 degrees counterclockwise: the column at the right becomes the row
  /// at the top.
  mutating func rotate() {
    (isFlippedHorizontally, isFlippedVertically) = (isFlippedVertically, !isFlippedHorizontally)
    isTransposed.toggle()
  }

  /// Whether columns and rows come out in reverse.
  var isReversed: (columns: Bool, rows: Bool) {
    isTransposed
      ? (isFlippedVertically, isFlippedHorizontally) : (isFlippedHorizontally, isFlippedVertically)
  }
}

/// The position of the visible image among the decoded samples: all transformations of a plan, combined
/// into one.
struct PixelPlacement: Equatable {
  /// A part of an image, in luma samples.
  struct Rectangle: Equatable {
    var x: Range<Int>
    var y: Range<Int>
  }

  /// The part of the canvas that is shown.
  private(set) var source: Rectangle
  /// The orientation of that part.
  private(set) var orientation = PixelOrientation()

  init(_ plan: ImagePlan) {
    source = Rectangle(x: 0..<plan.canvas.width, y: 0..<plan.canvas.height)
    for transform in plan.transforms { apply(transform) }
  }

  /// The width of the image that is shown.
  var width: Int { orientation.isTransposed ? source.y.count : source.x.count }
  var height: Int { orientation.isTransposed ? source.x.count : source.y.count }

  private mutating func apply(_ transform: ImagePlan.Transform) {
    switch transform {
    case .crop(let x, let y, let width, let height):
      source = part(x..<x + width, y..<y + height)
    case .rotate(let quarters):
      for _ in 0..<quarters { orientation.rotate() }
    case .flipHorizontally: orientation.isFlippedHorizontally.toggle()
    case .flipVertically: orientation.isFlippedVertically.toggle()
    }
  }

  /// The position on the canvas of rows of the image that is shown.
  func part(rows: Range<Int>) -> Rectangle { part(0..<width, rows) }

  private func part(_ x: Range<Int>, _ y: Range<Int>) -> Rectangle {
    let x = orientation.isFlippedHorizontally ? width - x.upperBound..<width - x.lowerBound : x
    let y = orientation.isFlippedVertically ? height - y.upperBound..<height - y.lowerBound : y
    let (columns, rows) = orientation.isTransposed ? (y, x) : (x, y)
    return Rectangle(
      x: columns.shifted(by: source.x.lowerBound), y: rows.shifted(by: source.y.lowerBound))
  }

  /// Whether each chroma sample stays one: whether the shown part starts with a whole one.
  func keepsChromaWhole(_ chroma: ChromaSampling) -> Bool {
    let (horizontal, vertical) = chroma.subsampling
    let x = orientation.isReversed.columns ? source.x.upperBound : source.x.lowerBound
    let y = orientation.isReversed.rows ? source.y.upperBound : source.y.lowerBound
    return x % horizontal == 0 && y % vertical == 0
  }
}

extension Range<Int> {
  func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}

/// A rotation of frames with one sample of chroma for four of luma, by quarters, after which left and right may
/// be exchanged.
package struct PlaneRotation: Equatable, Sendable {
  /// Counter-clockwise, 0 to 3.
  private let quarters: Int
  private let isMirrored: Bool

  package init(quarters: Int, isMirrored: Bool) {
    (self.quarters, self.isMirrored) = (quarters & 3, isMirrored)
  }

  package var isNone: Bool { quarters == 0 && !isMirrored }

  /// Whether width and height are exchanged.
  package var swapsSides: Bool { quarters % 2 == 1 }

  /// Rotates rows of two lines of luma and one of chroma.
  ///
  /// The new image has this size, which is even, and both have three planes.
  ///
  /// - Parameter bytesPerSample: 1 or 2.
  package func rotate(
    _ source: PicturePlanes, to target: PicturePlanes, width: Int, height: Int,
    bytesPerSample: Int, rows: Range<Int>
  ) {
    precondition(width % 2 == 0 && rows.lowerBound >= 0 && rows.upperBound * 2 <= height)
    for plane in 0..<3 {
      let (width, height) = plane == 0 ? (width, height) : (width / 2, height / 2)
      let rows = plane == 0 ? 2 * rows.lowerBound..<2 * rows.upperBound : rows
      let path = Path(self, width: width, height: height)
      if bytesPerSample == 1 {
        rotate(source, to: target, plane, path, width, rows, of: UInt8.self)
      } else {
        rotate(source, to: target, plane, path, width, rows, of: UInt16.self)
      }
    }
  }

  /// The position in the old image of a sample in the new one: `x` and `y` are sums of a start, and a step for each
  /// column and for each row.
  private struct Path {
    var start = (x: 0, y: 0)
    var column = (x: 0, y: 0)
    var row = (x: 0, y: 0)

    /// - Parameters:
    ///   - width: that of the new plane.
    ///   - height: that of the new plane.
    init(_ rotation: PlaneRotation, width: Int, height: Int) {
      switch rotation.quarters {
      case 0: (column, row) = ((1, 0), (0, 1))
      // The right side becomes the top.
      case 1: (start, column, row) = ((height - 1, 0), (0, 1), (-1, 0))
      case 2: (start, column, row) = ((width - 1, height - 1), (-1, 0), (0, -1))
      // The left side becomes the top.
      default: (start, column, row) = ((0, width - 1), (0, -1), (1, 0))
      }
      guard rotation.isMirrored else { return }
      start.x += column.x * (width - 1)
      start.y += column.y * (width - 1)
      column = (-column.x, -column.y)
    }
  }

  /// The samples of a side of the squares that are rotated one after the other, so that the lines of both
  /// images stay near.
  private static let side = 32

  private func rotate<Sample: BitwiseCopyable>(
    _ source: PicturePlanes, to target: PicturePlanes, _ plane: Int, _ path: Path, _ width: Int,
    _ rows: Range<Int>, of _: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.stride
    let step = path.column.x * size + path.column.y * source.stride(plane)
    for top in stride(from: rows.lowerBound, to: rows.upperBound, by: PlaneRotation.side) {
      for left in stride(from: 0, to: width, by: PlaneRotation.side) {
        for y in top..<min(top + PlaneRotation.side, rows.upperBound) {
          let x = path.start.x + path.column.x * left + path.row.x * y
          // Each position has a different one in the other image, so all are within the planes.
          var old = unsafe source.row(plane, path.start.y + path.column.y * left + path.row.y * y)
          unsafe old += x * size
          let new = unsafe target.row(plane, y).assumingMemoryBound(to: Sample.self)
          for column in left..<min(left + PlaneRotation.side, width) {
            unsafe new[column] = old.load(as: Sample.self)
            unsafe old += step
          }
        }
      }
    }
  }
}
