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
