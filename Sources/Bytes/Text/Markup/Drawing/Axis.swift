import FieldCoding

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
