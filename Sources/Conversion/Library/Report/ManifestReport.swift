import Conversion
import FieldCoding
import Files
public import WorkerClient

/// The summary of one or more manifests.
///
/// For each file, the last line in each manifest is used. If several manifests have a file with the same content, it
/// counts once.
public struct ManifestReport: Sendable {
  /// Files with the same message.
  public struct Group: Sendable {
    /// The message, with the numbers of one of the files.
    public var reason: String
    /// The inputs of those files.
    public var inputs: [String] = []
  }

  /// The records, in the order of the bytes of their inputs.
  public private(set) var records: [ManifestRecord] = []
  /// The paths of the manifests.
  package private(set) var manifests: [String] = []
  /// The number of lines that could not be read.
  public private(set) var badLineCount = 0
  /// Why the records are not all that the manifests state; nil if they are.
  private var refusal: ConversionError?

  /// Reads manifests.
  ///
  /// - Parameter paths: manifests, or folders of outputs: those have their manifests in `.boxwalk`.
  /// - Throws: a ``ConversionError`` if a manifest cannot be read, or a folder has none.
  public init(_ paths: [String]) throws(ConversionError) {
    var all: [String: ManifestRecord] = [:]
    for path in paths { manifests += try ManifestReport.manifests(of: path) }
    for path in manifests {
      var lines = try ManifestLines(path)
      var last: [String: ManifestRecord] = [:]
      while let record = lines.next() { last[record.input] = record }
      badLineCount += lines.badLineCount
      do throws(ConversionError) { try lines.requireOwn() } catch {
        if error.kind == .unreadable { throw error }
        refusal = error
      }
      for record in last.values {
        all["\(record.input)\0\(record.sha256 ?? "\(record.byteCount)")"] = record
      }
    }
    let inputs = all.values.map(\.input)
    let values = Array(all.values)
    records = OutputNames.sorted(inputs).map { values[$0] }
  }

  /// The manifests that a path names: of a folder of outputs, those that its runs wrote.
  private static func manifests(of path: String) throws(ConversionError) -> [String] {
    let kind = try ConversionError.input { () throws(SystemError) in try PathKind(path) }
    guard kind == .folder else { return [path] }
    let found = try JournalFolder(of: path).contents().filter {
      $0.kind == .file && JournalFolder.isManifest(named: $0.name)
    }
    guard !found.isEmpty else {
      throw ConversionError(
        .input, "\(path): no conversion wrote a manifest in this folder (.boxwalk/manifest.jsonl)")
    }
    return found.map { "\(path.asFolder)\(JournalFolder.name)/\($0.name)" }.sorted()
  }

  /// The number of files with an outcome.
  public func count(_ outcome: ManifestRecord.Outcome) -> Int {
    records.reduce(0) { $0 + ($1.outcome == outcome ? 1 : 0) }
  }

  /// The records of files that did not fail.
  var done: [ManifestRecord] { records.filter { $0.outcome != .failed } }

  /// The size of the inputs that did not fail, with their movies, in bytes.
  public var inputByteCount: Int {
    done.reduce(0) { $0.addingWithin($1.inputByteCount) }
  }

  /// The size of their outputs, in bytes; hard links count as 0.
  public var outputByteCount: Int {
    done.reduce(0) { $0.addingWithin($1.outputByteCount) }
  }

  /// The sum of the times of all files, in seconds; several files may have been converted at the same time.
  public var seconds: Double { records.reduce(0) { $0 + $1.seconds } }

  /// The number of files with warnings.
  public var warningCount: Int { records.reduce(0) { $0 + ($1.warnings.isEmpty ? 0 : 1) } }

  /// The number of originals that were deleted.
  public var deletedCount: Int {
    records.reduce(0) { $0 + ($1.original == .deleted ? 1 : 0) }
  }

  /// Why originals were not deleted, although they should have been: the most frequent reasons first.
  public var keptOriginals: [(reason: String, count: Int)] {
    var counts: [String: Int] = [:]
    for record in records {
      if case .kept(let reason)? = record.original { counts[reason, default: 0] += 1 }
    }
    return counts.map { (reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }

  /// Why files failed, the most frequent first. Reasons that differ only in numbers are counted together.
  public var failures: [Group] {
    ManifestReport.groups(
      records.filter { $0.outcome == .failed }
        .map { ($0.reason ?? "for no reason that is known", $0.input) })
  }

  static func groups(_ pairs: [(reason: String, input: String)]) -> [Group] {
    var groups: [String: Group] = [:]
    for (reason, input) in pairs {
      groups[kind(of: reason), default: Group(reason: reason)].inputs.append(input)
    }
    return groups.values.sorted { ($1.inputs.count, $0.reason) < ($0.inputs.count, $1.reason) }
  }

  /// The reason, in which 0 replaces each number, so that it is equal for reasons that differ only in numbers.
  public static func kind(of reason: String) -> String {
    reason.split(omittingEmptySubsequences: false) { $0.isNumber }.filter { !$0.isEmpty }
      .joined(separator: "0")
  }

  /// The files that took the longest, the slowest first.
  public func slowest(_ count: Int) -> [ManifestRecord] {
    Array(records.sorted { $0.seconds > $1.seconds }.prefix(count))
  }

  /// Writes all records as one manifest. Throws if it cannot be written, if it exists and `replacing` is false, or if
  /// the lines of another version would be missing.
  public func write(to path: String, replacing: Bool) throws(ConversionError) {
    if let refusal { throw refusal }
    var rest = records[...]
    try writeManifest(to: path, replacing: replacing) { rest.popFirst()?.line }
  }
}

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

// Losses, times, and the software that was used.
extension ManifestReport {
  /// The files whose outputs lack a part, by the name of the part: the most frequent first.
  public var leftOut: [Group] {
    var pairs: [(String, String)] = []
    for record in records { pairs += Set(record.leftOut).sorted().map { ($0, record.input) } }
    return ManifestReport.groups(pairs)
  }

  /// Files with the same format and the same outcome.
  public struct Work: Sendable, Equatable {
    /// The extension in capital letters: `HEIC`; empty if the files have none.
    public var format: String
    /// Their outcome.
    public var outcome: ManifestRecord.Outcome
    /// The number of files.
    public var count = 0
    /// The sum of the times of all these files, in seconds.
    public var seconds = 0.0
  }

  /// The time by format and outcome: the largest first.
  public var work: [Work] {
    var work: [String: Work] = [:]
    for record in records {
      let format = record.input.fileExtension.uppercased()
      work[
        "\(format)/\(record.outcome.rawValue)",
        default: Work(format: format, outcome: record.outcome)
      ]
      .add(record)
    }
    return work.values.sorted {
      ($1.seconds, $0.format, $0.outcome.rawValue) < ($0.seconds, $1.format, $1.outcome.rawValue)
    }
  }

  /// Files that were converted with the same options by the same version.
  public struct Setting: Sendable, Equatable {
    /// The options that affect the output; empty for the defaults.
    public var settings: String
    /// The version of Boxwalk.
    public var version: String
    /// The number of files.
    public var count = 0
    /// The time when the last of them was done, in nanoseconds since the start of 1970; nil if it is unknown.
    public var last: Int64?
  }

  /// The settings with which the files were converted: those of most files first.
  public var settings: [Setting] {
    var all: [String: Setting] = [:]
    for record in records {
      let key = "\(record.version)\0\(record.settings)"
      var setting = all[key] ?? Setting(settings: record.settings, version: record.version)
      setting.count += 1
      setting.last = [setting.last, record.finished].compactMap { $0 }.max()
      all[key] = setting
    }
    return all.values.sorted {
      ($1.count, $0.version, $0.settings) < ($0.count, $1.version, $1.settings)
    }
  }

  /// The files with the largest factors between their sizes and those of their outputs.
  public func mostChanged(_ count: Int) -> [ManifestRecord] {
    func factor(_ record: ManifestRecord) -> Double {
      let factor = Double(record.outputByteCount) / Double(max(record.inputByteCount, 1))
      return factor < 1 ? 1 / max(factor, 1e-9) : factor
    }
    return Array(
      records.filter { $0.outcome == .converted && $0.outputByteCount > 0 && $0.inputByteCount > 0 }
        .map { (record: $0, factor: factor($0)) }.sorted { $0.factor > $1.factor }
        .prefix(count).map(\.record))
  }
}

extension ManifestReport.Work {
  fileprivate mutating func add(_ record: ManifestRecord) {
    count += 1
    seconds += record.seconds
  }
}

// The times of the stages.
extension ManifestReport {
  /// One stage of the work on all files.
  public struct Stage: Sendable, Equatable {
    /// The stage of the work.
    public var stage: WorkStage
    /// The number of files that spent time in it.
    public var count: Int
    /// The sum of their times, in seconds.
    public var seconds: Double
    /// The median of their times, in seconds.
    public var median: Double
  }

  /// The stages that took time, in the order of the work. Files whose lines do not have stages are left out.
  public var stages: [Stage] {
    WorkStage.allCases.compactMap { stage in
      let times = records.compactMap { $0.stages?[stage] }.filter { $0 > .zero }.sorted()
      guard let median = times.median else { return nil }
      return Stage(
        stage: stage, count: times.count, seconds: times.reduce(.zero, +) / .seconds(1),
        median: median / .seconds(1))
    }
  }

  /// The number of files without stages, because an older version converted them.
  public var countWithoutStages: Int {
    records.reduce(0) { $0 + ($1.seconds > 0 && $1.stages == nil ? 1 : 0) }
  }
}

extension [Duration] {
  /// The middle one of sorted times, or the mean of the two in the middle.
  fileprivate var median: Duration? {
    guard !isEmpty else { return nil }
    return (self[(count - 1) / 2] + self[count / 2]) / 2
  }
}

extension WorkStage {
  /// The class of its shapes.
  var shape: String {
    switch self {
    case .reading: "s6"
    case .waiting: "s4"
    case .decoding: "s1"
    case .encoding: "s2"
    case .writing: "s3"
    case .checking: "s5"
    }
  }

  /// The work of the stage.
  var text: String {
    switch self {
    case .reading: "the file is read and hashed, and its work planned"
    case .waiting: "other files have the processes and the memory"
    case .decoding: "video and audio are decoded"
    case .encoding: "they are brought into shape and coded"
    case .writing: "the output is put together and comes to the disk"
    case .checking: "what was written is read again, compared and hashed"
    }
  }
}
