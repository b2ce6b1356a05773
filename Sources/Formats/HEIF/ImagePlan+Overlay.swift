public import FieldCoding

extension ImagePlan {
  /// Images that are laid on a canvas, one over the other (`iovl`, ISO/IEC 23008-12 §6.6.2.2).
  ///
  /// The size of the canvas, and the transformations of the result, are those of the plan.
  public struct Overlay: Equatable, Sendable {
    /// Red, green, blue and alpha of the canvas, 0 to 65535.
    public var fill: [UInt16] = [0, 0, 0, 0xFFFF]
    /// The layers from the bottom. None of them has an overlay.
    public var layers: [Layer] = []

    public init() {}

    /// Whether the canvas is opaque.
    public var isOpaque: Bool { fill.last == .max }
  }

  /// An image of an overlay.
  public struct Layer: Equatable, Sendable {
    /// How the image is decoded.
    public var plan = ImagePlan()
    /// The alpha, as an image of the same size; nil if it is opaque.
    public var alpha: ImagePlan?
    /// Whether its colours are multiplied by their opacity already (`prem`).
    public var isPremultiplied = false
    /// The position of its left edge, in luma samples of the canvas; it may be outside.
    public var x = 0
    /// The position of its top edge, in luma samples of the canvas; it may be outside.
    public var y = 0

    public init() {}
  }

  /// The plans of the coded pictures that are decoded: this one, or the layers of an overlay, which has no codec of its
  /// own, and their alpha.
  package var codedParts: [ImagePlan] {
    guard let overlay else { return [self] }
    return overlay.layers.flatMap { [$0.plan] + ($0.alpha.map { [$0] } ?? []) }
  }
}

extension ImagePlan.Overlay {
  /// The overlay without its invisible layers: those outside of the canvas, and those that opaque layers above
  /// them cover. The top layer always stays.
  func withVisibleLayers(on canvas: ImagePlan.Size) -> ImagePlan.Overlay {
    var covered = CanvasCoverage(canvas)
    var visible: [ImagePlan.Layer] = []
    for layer in layers.reversed() {
      let (columns, rows) = layer.area(on: canvas)
      guard visible.isEmpty || !covered.covers(columns, rows) else { continue }
      visible.append(layer)
      if layer.alpha == nil { covered.cover(columns, rows) }
    }
    var overlay = self
    overlay.layers = visible.reversed()
    return overlay
  }
}

extension ImagePlan.Layer {
  /// The part of the canvas that it covers.
  fileprivate func area(on canvas: ImagePlan.Size) -> (columns: Range<Int>, rows: Range<Int>) {
    let size = plan.displaySize
    return (
      (x..<x + size.width).clamped(to: 0..<canvas.width),
      (y..<y + size.height).clamped(to: 0..<canvas.height)
    )
  }
}

/// The covered parts of a canvas: some rectangles, and their union in at most 64 by 64 cells.
private struct CanvasCoverage {
  private var rectangles: [(columns: Range<Int>, rows: Range<Int>)] = []
  private let canvas: ImagePlan.Size
  private let cell: ImagePlan.Size
  private let columnCount: Int
  private var isCovered: [Bool]

  init(_ canvas: ImagePlan.Size) {
    self.canvas = canvas
    cell = ImagePlan.Size(width: (canvas.width + 63) / 64, height: (canvas.height + 63) / 64)
    columnCount = (canvas.width + cell.width - 1) / cell.width
    let rowCount = (canvas.height + cell.height - 1) / cell.height
    isCovered = [Bool](repeating: false, count: columnCount * rowCount)
  }

  /// Whether a rectangle is known to be covered.
  func covers(_ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
    guard !columns.isEmpty, !rows.isEmpty else { return true }
    if rectangles.contains(where: { $0.columns.contains(columns) && $0.rows.contains(rows) }) {
      return true
    }
    return (rows.lowerBound / cell.height...(rows.upperBound - 1) / cell.height).allSatisfy { row in
      (columns.lowerBound / cell.width...(columns.upperBound - 1) / cell.width).allSatisfy {
        isCovered[row * columnCount + $0]
      }
    }
  }

  /// Adds a rectangle that is not covered yet, and the cells that are completely in it.
  mutating func cover(_ columns: Range<Int>, _ rows: Range<Int>) {
    if rectangles.count < 64 { rectangles.append((columns, rows)) }
    for row in CanvasCoverage.cells(in: rows, of: cell.height, upTo: canvas.height) {
      for column in CanvasCoverage.cells(in: columns, of: cell.width, upTo: canvas.width) {
        isCovered[row * columnCount + column] = true
      }
    }
  }

  /// - Parameter end: the end of the last cell, which may be smaller than the others.
  private static func cells(in range: Range<Int>, of size: Int, upTo end: Int) -> Range<Int> {
    let first = (range.lowerBound + size - 1) / size
    let last = range.upperBound == end ? (end + size - 1) / size : range.upperBound / size
    return first..<max(first, last)
  }
}

extension ImagePlan.Overlay: FieldCodable {
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(16, "fill", &fill, count: .exactly(4))
    try f.list("layers", &layers, count: .bits(32, "layer_count"))
  }
}

extension ImagePlan.Layer: FieldCodable {
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try plan.layerFields(&f)
    var hasAlpha = alpha != nil
    try f.flag("has_alpha", &hasAlpha)
    try f.flag("is_premultiplied", &isPremultiplied)
    try f.reserved(6)
    if hasAlpha {
      var picture = alpha ?? ImagePlan()
      try picture.layerFields(&f)
      alpha = picture
    }
    try f.coordinate("x", &x)
    try f.coordinate("y", &y)
  }
}

extension FieldCoder {
  /// A number that fits into 32 bits.
  fileprivate mutating func coordinate(
    _ name: StaticString, _ value: inout Int
  ) throws(FieldError) {
    var narrow = Int32(clamping: value)
    try int(32, name, &narrow)
    value = Int(narrow)
  }
}
