import HEIF

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
