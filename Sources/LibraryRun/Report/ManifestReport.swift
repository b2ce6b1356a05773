import FieldCoding
import SystemAccess
public import WorkerClient

/// What manifests say of files, all together.
///
/// The last line of a file in each manifest counts. If several manifests have a file with the same
/// content, it counts once.
public struct ManifestReport: Sendable {
  /// Files of which the same was said.
  public struct Group: Sendable {
    /// What was said, as one of them has it.
    public var reason: String
    /// The inputs of those files.
    public var inputs: [String] = []
  }

  /// The records, in the order of the bytes of their inputs.
  public private(set) var records: [ManifestRecord] = []
  /// The number of lines that could not be read.
  public private(set) var badLineCount = 0

  /// Reads the manifests at `paths`. Throws if one of them cannot be read.
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

  /// How many files became this.
  public func count(_ outcome: ManifestRecord.Outcome) -> Int {
    records.reduce(0) { $0 + ($1.outcome == outcome ? 1 : 0) }
  }

  /// The records of files that did not fail.
  var done: [ManifestRecord] { records.filter { $0.outcome != .failed } }

  /// How many bytes the inputs have that did not fail, with their movies.
  public var inputByteCount: Int {
    done.reduce(0) { $0.addingWithin($1.inputByteCount) }
  }

  /// How many bytes their outputs have; hard links take no bytes.
  public var outputByteCount: Int {
    done.reduce(0) { $0.addingWithin($1.outputByteCount) }
  }

  /// How long the work on all files took, in seconds; several may have been worked on at once.
  public var seconds: Double { records.reduce(0) { $0 + $1.seconds } }

  /// How many files have a warning.
  public var warningCount: Int { records.reduce(0) { $0 + ($1.warnings.isEmpty ? 0 : 1) } }

  /// How many originals were deleted.
  public var deletedCount: Int {
    records.reduce(0) { $0 + ($1.original == .deleted ? 1 : 0) }
  }

  /// Why originals were kept that were to be deleted: the most frequent reasons first.
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

  /// The reason with 0 in place of each number: equal for reasons that differ in numbers alone.
  public static func kind(of reason: String) -> String {
    reason.split(omittingEmptySubsequences: false) { $0.isNumber }.filter { !$0.isEmpty }
      .joined(separator: "0")
  }

  /// The files that took longest, the slowest first.
  public func slowest(_ count: Int) -> [ManifestRecord] {
    Array(records.sorted { $0.seconds > $1.seconds }.prefix(count))
  }

  /// Writes all records as one manifest. Throws if it cannot be written, or is there and not to be
  /// replaced.
  public func write(to path: String, replacing: Bool) throws(ConversionError) {
    var rest = records[...]
    try writeManifest(to: path, replacing: replacing) { rest.popFirst()?.line }
  }
}
