import FieldCoding
import FileAccess

/// What manifests say of files, all together.
///
/// Of each manifest the last line of a file counts. A file that several manifests have, with the same
/// content, is one.
public struct ManifestReport: Sendable {
  /// Failures for one reason.
  public struct Failure: Sendable {
    /// As one of them has it.
    public var reason: String
    public var inputs: [String] = []
  }

  /// In the order of the bytes of their inputs.
  public private(set) var records: [ManifestRecord] = []
  /// Lines that could not be read.
  public private(set) var badLineCount = 0

  public init(_ paths: [String]) throws(ConversionError) {
    var all: [String: ManifestRecord] = [:]
    for path in paths {
      var lines = try ManifestLines(path)
      var last: [String: ManifestRecord] = [:]
      while let record = lines.next() { last[record.input] = record }
      badLineCount += lines.badLineCount
      for record in last.values {
        all["\(record.input)\0\(record.sha256 ?? "\(record.byteCount)")"] = record
      }
    }
    let inputs = all.values.map(\.input)
    let values = Array(all.values)
    records = OutputNames.sorted(inputs).map { values[$0] }
  }

  public func count(_ outcome: ManifestRecord.Outcome) -> Int {
    records.reduce(0) { $0 + ($1.outcome == outcome ? 1 : 0) }
  }

  /// Those that were not failures.
  private var done: [ManifestRecord] { records.filter { $0.outcome != .failed } }

  /// Of the files that did not fail.
  public var inputByteCount: Int {
    done.reduce(0) { $0.addingWithin($1.byteCount).addingWithin($1.movie?.byteCount ?? 0) }
  }

  /// What they became; hard links take no bytes.
  public var outputByteCount: Int {
    var count = 0
    for record in done {
      for file in record.outputs {
        let isMovie = file.path == record.movie?.output && record.movie?.action != .inside
        let isLinked = isMovie ? record.movie?.action == .linked : record.outcome == .linked
        if !isLinked { count = count.addingWithin(file.byteCount) }
      }
    }
    return count
  }

  /// Of work on all files, several of which may have been worked on at once.
  public var seconds: Double { records.reduce(0) { $0 + $1.seconds } }

  public var warningCount: Int { records.reduce(0) { $0 + ($1.warnings.isEmpty ? 0 : 1) } }

  /// Originals that were deleted.
  public var deletedCount: Int {
    records.reduce(0) { $0 + ($1.original == .deleted ? 1 : 0) }
  }

  /// Why others were not, when they were to be: the most frequent reasons first.
  public var keptOriginals: [(reason: String, count: Int)] {
    var counts: [String: Int] = [:]
    for record in records {
      if case .kept(let reason)? = record.original { counts[reason, default: 0] += 1 }
    }
    return counts.map { (reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }

  /// The most frequent first. Reasons that differ in numbers alone are one.
  public var failures: [Failure] {
    var failures: [String: Failure] = [:]
    for record in records where record.outcome == .failed {
      let reason = record.reason ?? "for no reason that is known"
      failures[ManifestReport.kind(reason), default: Failure(reason: reason)].inputs
        .append(record.input)
    }
    return failures.values.sorted {
      ($1.inputs.count, $0.reason) < ($0.inputs.count, $1.reason)
    }
  }

  private static func kind(_ reason: String) -> String {
    reason.split(omittingEmptySubsequences: false) { $0.isNumber }.filter { !$0.isEmpty }
      .joined(separator: "0")
  }

  /// Those that took longest, first.
  public func slowest(_ count: Int) -> [ManifestRecord] {
    Array(records.sorted { $0.seconds > $1.seconds }.prefix(count))
  }

  /// Writes all as one manifest.
  public func write(to path: String, replacing: Bool) throws(ConversionError) {
    var rest = records[...]
    try writeManifest(to: path, replacing: replacing) { rest.popFirst()?.line }
  }
}

extension Int {
  /// Numbers of a manifest are what somebody wrote.
  fileprivate func addingWithin(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
