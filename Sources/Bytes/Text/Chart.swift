import FieldCoding

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

/// The values along one side of a plot.
public struct Axis: Sendable {
  /// What values are.
  public enum Unit: Sendable {
    /// Seconds, shown as `1:05`.
    case time
    /// Bits in a second.
    case bitRate
    /// Bytes.
    case bytes
    /// A number of this.
    case count(String)
    /// Equal parts, whose edges have these names: the first is at 0.
    case names([String])
  }

  let unit: Unit
  /// The value at the start.
  public let start: Double
  /// The value at the end, which is above that at the start.
  public let end: Double

  /// - Parameters:
  ///   - start: a finite value.
  ///   - end: if it is not above `start`, the axis has one unit.
  public init(_ unit: Unit, from start: Double, to end: Double) {
    self.unit = unit
    self.start = start.isFinite ? start : 0
    self.end = end.isFinite && end > self.start ? end : self.start + 1
  }

  /// The position of a value: 0 at the start, and 1 at the end.
  public func share(_ value: Double) -> Double { min(1, max(0, (value - start) / (end - start))) }

  /// Values to be named, at most `most`, at round distances.
  public func marks(_ most: Int) -> [Double] {
    let least = (end - start) / Double(max(1, most))
    let step = steps.first { $0 >= least } ?? Axis.round(least)
    var marks: [Double] = []
    var mark = (start / step).rounded(.up)
    while mark * step <= end, marks.count < 2 * most {
      marks.append(mark * step)
      mark += 1
    }
    return marks
  }

  private var steps: [Double] {
    switch unit {
    case .time:
      [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30]
        + [60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400]
    case .count, .names: [1, 2, 5]
    case .bitRate, .bytes: []
    }
  }

  /// The next of 1, 2 or 5 and powers of ten of them.
  private static func round(_ value: Double) -> Double {
    var power = 1.0
    while power * 10 <= value, power < 1e300 { power *= 10 }
    while power > value, power > 1e-300 { power /= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= value } ?? power
  }

  /// A value in words.
  public func text(_ value: Double) -> String { unit.text(value) }

  /// `1:05`, `1:00:05`, `0:00.25`, to the thousandth
  public static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e9 else { return "\(seconds) s" }
    let thousandths = Int((abs(seconds) * 1000).rounded())
    func two(_ number: Int) -> String { zeroPadded(number, to: 2) }
    let (whole, rest) = (thousandths / 1000, thousandths % 1000)
    var text = whole < 3600 ? "\(whole / 60)" : "\(whole / 3600):\(two(whole / 60 % 60))"
    text += ":\(two(whole % 60))"
    if rest > 0 {
      let digits = zeroPadded(rest, to: 3)
      text += ".\(digits.prefix(3 - digits.reversed().prefix { $0 == "0" }.count))"
    }
    return (seconds < 0 ? "-" : "") + text
  }
}

extension Axis.Unit {
  /// A value in words: `1.2 MB`.
  public func text(_ value: Double) -> String {
    switch self {
    case .time: Axis.time(value)
    case .bitRate: scaled(value, ["bit/s", "kbit/s", "Mbit/s", "Gbit/s"])
    case .bytes: scaled(value, ["B", "kB", "MB", "GB", "TB"])
    case .count(let noun): decimal(value, digits: 2) + (noun.isEmpty ? "" : " \(noun)")
    case .names(let names):
      Int(exactly: value).flatMap { names.indices.contains($0) ? names[$0] : nil } ?? ""
    }
  }

  private func scaled(_ value: Double, _ units: [String]) -> String {
    var (value, unit) = (value, 0)
    while abs(value) >= 1000, unit + 1 < units.count { (value, unit) = (value / 1000, unit + 1) }
    return "\(decimal(value, digits: 2)) \(units[unit])"
  }
}
