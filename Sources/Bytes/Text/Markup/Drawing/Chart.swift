/// A drawing of values over others, with an axis on the left and one below.
public struct Chart: Sendable {
  /// The values from left to right.
  public let x: Axis
  /// The values from bottom to top.
  public let y: Axis
  /// The drawing so far.
  public private(set) var drawing: Drawing
  private let left = 74.0
  private let right = 708.0
  private let top = 10.0
  private let bottom: Double

  /// A chart with its axes.
  ///
  /// - Parameter height: of the part between the axes.
  public init(_ label: String, _ x: Axis, _ y: Axis, height: Double = 160) {
    (self.x, self.y) = (x, y)
    bottom = 10 + height
    drawing = Drawing(width: 720, height: height + 36, label: label)
    var lines = Path()
    for mark in y.marks(5) {
      lines.move(left, position(y: mark))
      lines.line(right, position(y: mark))
      drawing.text(y.text(mark), left - 6, position(y: mark) + 4, .end)
    }
    for mark in x.marks(8) {
      lines.move(position(x: mark), bottom)
      lines.line(position(x: mark), bottom + 4)
      drawing.mark(x.text(mark), position(x: mark), bottom + 18)
    }
    drawing.path(lines, "line")
  }

  private func position(x value: Double) -> Double { left + x.share(value) * (right - left) }
  private func position(y value: Double) -> Double { bottom - y.share(value) * (bottom - top) }

  /// The start of one of equal parts of the x axis.
  private func position(part: Int, of count: Int) -> Double {
    left + Double(part) / Double(max(1, count)) * (right - left)
  }

  /// Draws values, each for an equal part of the x axis, as an area above the x axis.
  public mutating func area(_ values: [Double], _ areaClass: String) {
    area(values, over: x.start...x.end, areaClass)
  }

  /// Draws values, each of an equal part of a range of the x axis.
  public mutating func area(
    _ values: [Double], over range: ClosedRange<Double>, _ areaClass: String
  ) {
    let (start, end) = (position(x: range.lowerBound), position(x: range.upperBound))
    let step = (end - start) / Double(max(1, values.count))
    var path = Path()
    path.move(start, bottom)
    for (part, value) in values.enumerated() {
      path.line(start + Double(part) * step, position(y: value))
      path.line(start + Double(part + 1) * step, position(y: value))
    }
    path.line(end, bottom)
    path.close()
    drawing.path(path, areaClass)
  }

  /// Draws values as columns, each of an equal part of the x axis, with tooltips.
  public mutating func columns(_ values: [(value: Double, title: String)], _ columnClass: String) {
    for (part, (value, title)) in values.enumerated() where value > 0 {
      let (start, y) = (position(part: part, of: values.count), position(y: value))
      let width = position(part: part + 1, of: values.count) - start
      drawing.rectangle(
        start + width * 0.06, y, width * 0.88, bottom - y, columnClass, title: title)
    }
  }

  /// Draws ranges of values, each of an equal part of the x axis; nil if there is no value.
  public mutating func ranges(_ ranges: [ClosedRange<Double>?], _ rangeClass: String) {
    var path = Path()
    for (part, range) in ranges.enumerated() {
      guard let range else { continue }
      let (start, high) = (position(part: part, of: ranges.count), position(y: range.upperBound))
      path.rectangle(
        start, high - 1.5, max(3, position(part: part + 1, of: ranges.count) - start),
        max(3, position(y: range.lowerBound) - high + 3))
    }
    drawing.path(path, rangeClass)
  }

  /// Draws a short line at the top of the chart for each of equal parts of the x axis that is set.
  public mutating func ticks(_ parts: [Bool], _ tickClass: String) {
    var path = Path()
    for (part, isSet) in parts.enumerated() where isSet {
      path.rectangle(position(part: part, of: parts.count), top - 8, 1.5, 6)
    }
    drawing.path(path, tickClass)
  }
}
