import FieldCoding
import Movie

/// Small plots of characters, for a line of a terminal.
public enum TerminalPlots {
  private static let steps = Array("▁▂▃▄▅▆▇█")

  /// A column for each value, from 0 to the highest: only a value of 0 has none.
  public static func sparkline(_ values: [Double]) -> String {
    let highest = values.max() ?? 0
    return String(
      values.map { value -> Character in
        guard value > 0, highest > 0, (value / highest).isFinite else { return " " }
        let step = Int((value / highest * Double(steps.count)).rounded(.up))
        return steps[min(max(step, 1), steps.count) - 1]
      })
  }

  /// A bar of `width` characters, each with the use of most of its bytes.
  static func bar(_ map: ByteMap, width: Int, _ style: Style) -> String {
    uses(map, width: width).runs.map { style.use($0.use, count: $0.count) }.joined()
  }

  /// What each of `width` equal pieces of a file has most bytes of.
  private static func uses(_ map: ByteMap, width: Int) -> [ByteMap.Use] {
    let end = map.parts.last?.range.upperBound ?? 0
    guard end > 0, width > 0 else { return [] }
    var rest = map.parts[...]
    return (0..<width).map { cell in
      // A file of fewer bytes than there are pieces shows each byte several times.
      let start = min(Int(Double(cell) / Double(width) * Double(end)), end - 1)
      let next = max(Int(Double(cell + 1) / Double(width) * Double(end)), start + 1)
      var counts: [ByteMap.Use: Int] = [:]
      while let part = rest.first, part.range.lowerBound < next {
        counts[part.use, default: 0] += part.range.clamped(to: start..<next).count
        if part.range.upperBound > next { break }
        if rest.count == 1 { break }
        rest.removeFirst()
      }
      return ByteMap.Use.allCases.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .unused
    }
  }

  /// The uses with their shares of the file, the largest first.
  static func legend(_ map: ByteMap, _ style: Style) -> String {
    let end = Double(map.parts.last?.range.upperBound ?? 0)
    let counts = ByteMap.Use.allCases.map { (use: $0, count: map.byteCount($0)) }
    return counts.filter { $0.count > 0 }.sorted { $0.count > $1.count }.map { use, count in
      let share = Double(count) / end * 100
      let percent = share < 0.1 ? "less than 0.1" : decimal(share, digits: 1)
      return "\(style.use(use, count: 1)) \(use.rawValue) \(percent) %"
    }.joined(separator: "  ")
  }

  /// `8.4 Mbit/s`
  static func rate(_ bits: Double) -> String {
    bits < 999_500
      ? "\(decimal(bits / 1e3, digits: 0)) kbit/s" : "\(decimal(bits / 1e6, digits: 1)) Mbit/s"
  }
}

extension [ByteMap.Use] {
  /// Equal ones beside each other, with their number.
  fileprivate var runs: [(use: ByteMap.Use, count: Int)] {
    var runs: [(use: ByteMap.Use, count: Int)] = []
    for use in self {
      if runs.last?.use == use { runs[runs.count - 1].count += 1 } else { runs.append((use, 1)) }
    }
    return runs
  }
}

extension FileInspection {
  /// What a summary shows of a movie at a terminal of so many columns: the rate over time, and what the
  /// bytes of the file are for. None for other files.
  func plots(columns: Int, _ style: Style) -> [(label: String, text: String)] {
    guard case .boxes(let contents)? = contents, let movie = contents.movie else { return [] }
    var plots: [(label: String, text: String)] = []
    let width = min(max(columns - 40, 10), 80)
    // Columns of less than a quarter of a second would show frames, and no rate.
    let seconds = movie.duration ?? 0
    let parts = seconds.isFinite ? Int(min(max(seconds * 4, 4), Double(width))) : width
    if let rate = RateBins(movie.tracks, parts: parts), let highest = rate.rates.max() {
      plots.append(
        (
          "Rate",
          "\(TerminalPlots.sparkline(rate.rates))  up to \(TerminalPlots.rate(highest)), each \(decimal(rate.seconds, digits: 2)) s"
        ))
    }
    let map = ByteMap(contents.file, photo: contents.heif, movie: movie)
    plots.append(("Bytes", TerminalPlots.bar(map, width: width, style)))
    plots.append(("", TerminalPlots.legend(map, style)))
    return plots
  }
}
