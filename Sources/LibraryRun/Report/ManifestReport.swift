import FieldCoding
import SystemAccess
public import WorkerClient

/// What manifests say of files, all together.
///
/// Of each manifest the last line of a file counts. A file that several manifests have, with the same
/// content, is one.
public struct ManifestReport: Sendable {
  /// Files of which the same was said.
  public struct Group: Sendable {
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
  var done: [ManifestRecord] { records.filter { $0.outcome != .failed } }

  /// Of the files that did not fail.
  public var inputByteCount: Int {
    done.reduce(0) { $0.addingWithin($1.inputByteCount) }
  }

  /// What they became; hard links take no bytes.
  public var outputByteCount: Int {
    done.reduce(0) { $0.addingWithin($1.outputByteCount) }
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

  /// Why files failed, the most frequent first. Reasons that differ in numbers alone are one.
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

  /// Equal for reasons that differ in numbers alone.
  public static func kind(of reason: String) -> String {
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
