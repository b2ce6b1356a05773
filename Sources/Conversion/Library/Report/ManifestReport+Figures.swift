import Conversion
import Files

// The figures that plots show.
extension ManifestReport {
  /// The files with one extension, with their sizes and those of their outputs.
  public struct Format: Sendable, Equatable {
    /// The extension in capital letters: `HEIC`; empty if the files have none.
    public var name: String
    /// The number of files.
    public var count = 0
    /// The size of the files and their movies, in bytes.
    public var inputByteCount = 0
    /// The size of their outputs, in bytes; hard links count as 0.
    public var outputByteCount = 0
  }

  /// The formats of the files that did not fail, those with most bytes first.
  public var formats: [Format] {
    var formats: [String: Format] = [:]
    for record in done {
      let name = record.input.fileExtension.uppercased()
      var format = formats[name] ?? Format(name: name)
      format.count += 1
      format.inputByteCount = format.inputByteCount.addingWithin(record.inputByteCount)
      format.outputByteCount = format.outputByteCount.addingWithin(record.outputByteCount)
      formats[name] = format
    }
    return formats.values.sorted { ($1.inputByteCount, $0.name) < ($0.inputByteCount, $1.name) }
  }

  /// Files whose conversion took a time in a range.
  public struct Duration: Sendable, Equatable {
    /// The range of times, in seconds; it includes its upper bound.
    public var range: Range<Double>
    /// The number of files.
    public var count: Int
  }

  /// The distribution of times, with ranges between 1, 2, 5, 10, 20, ... from the fastest file to the slowest.
  public var durations: [Duration] {
    let times = records.map(\.seconds).filter { $0 > 0 && $0.isFinite }
    var bounds = [0, 0.001]
    while let last = bounds.last, last < times.max() ?? 0, bounds.count < 40 {
      let factors = [2, 2.5, 2]
      bounds.append(last * factors[(bounds.count - 2) % 3])
    }
    var counts = [Int](repeating: 0, count: bounds.count - 1)
    for time in times {
      let index = bounds.dropFirst().firstIndex { time <= $0 } ?? bounds.count - 1
      counts[index - 1] += 1
    }
    guard let first = counts.firstIndex(where: { $0 > 0 }),
      let last = counts.lastIndex(where: { $0 > 0 })
    else { return [] }
    return (first...last).map { Duration(range: bounds[$0]..<bounds[$0 + 1], count: counts[$0]) }
  }

  /// The number of files that were done in each part of a period.
  public struct Pace: Sendable, Equatable {
    /// The start of the first part, in nanoseconds since the start of 1970.
    public var start: Int64
    /// The length of each part, in seconds.
    public var seconds: Double
    /// The number of files in each part.
    public var counts: [Int]
  }

  /// The pace of the last run, and of the runs at the same time; nil if it is unknown.
  public func pace(parts: Int) -> Pace? {
    var runs: [String: ClosedRange<Int64>] = [:]
    for record in records {
      guard let time = record.finished, time >= 0 else { continue }
      let range = runs[record.run] ?? time...time
      runs[record.run] = min(range.lowerBound, time)...max(range.upperBound, time)
    }
    guard var span = runs.values.max(by: { $0.upperBound < $1.upperBound }) else { return nil }
    for range in runs.values.sorted(by: { $0.upperBound > $1.upperBound })
    where range.overlaps(span) {
      span = min(range.lowerBound, span.lowerBound)...span.upperBound
    }
    let length = Double(span.upperBound - span.lowerBound) / 1e9
    guard length > 0 else { return nil }
    var pace = Pace(
      start: span.lowerBound, seconds: length / Double(parts),
      counts: [Int](repeating: 0, count: parts))
    for time in records.compactMap(\.finished) where span.contains(time) {
      let position = Double(time - span.lowerBound) / 1e9 / length * Double(parts)
      pace.counts[min(Int(position), parts - 1)] += 1
    }
    return pace
  }

  /// The files for which something could not be carried over, by warning.
  public var warnings: [Group] {
    var pairs: [(String, String)] = []
    for record in records { pairs += Set(record.warnings).sorted().map { ($0, record.input) } }
    return ManifestReport.groups(pairs)
  }
}

extension ManifestRecord {
  /// The number of bytes of the photo and its movie.
  var inputByteCount: Int { byteCount.addingWithin(movie?.byteCount ?? 0) }

  /// The number of bytes that were written, or exist already; hard links count as 0.
  var outputByteCount: Int {
    outputs.reduce(outcome == .inPlace ? byteCount : 0) { count, file in
      let isMovie = file.path == movie?.output && movie?.action != .inside
      let isLinked = isMovie ? movie?.action == .linked : outcome == .linked
      return isLinked ? count : count.addingWithin(file.byteCount)
    }
  }
}

extension Int {
  /// The sum, or the greatest number if it is too big: numbers of a manifest can be anything.
  func addingWithin(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
