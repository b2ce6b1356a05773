import FileAccess
import Inspection

/// What became of one file: a line of a manifest.
public struct ManifestRecord: Sendable, Equatable {
  /// Of the lines that this version writes.
  public static let schema = "boxwalk.convert/1"

  public enum Outcome: String, Sendable, CaseIterable {
    case converted, copied, linked, failed
  }

  /// A file that was written.
  public struct File: Sendable, Equatable {
    /// Below the output folder.
    public var path: String
    public var byteCount: Int
    /// Nanoseconds since the start of 1970.
    public var modified: Int64
    public var sha256: String?

    public init(path: String, byteCount: Int, modified: Int64, sha256: String?) {
      self.path = path
      self.byteCount = byteCount
      self.modified = modified
      self.sha256 = sha256
    }
  }

  /// Below the folder that was named.
  public var input: String
  public var outcome: Outcome
  /// Why it failed.
  public var reason: String?
  /// Of the input.
  public var byteCount: Int
  public var modified: Int64
  public var sha256: String?
  public var outputs: [File] = []
  public var warnings: [String] = []
  public var seconds: Double = 0
  /// The options that make a difference for the output.
  public var settings = ""
  /// Of Boxwalk.
  public var version = ""
  /// Which run it was; another number for each.
  public var run = ""

  public init(input: String, outcome: Outcome, byteCount: Int, modified: Int64) {
    self.input = input
    self.outcome = outcome
    self.byteCount = byteCount
    self.modified = modified
  }

  /// A line, with its end.
  var line: [UInt8] {
    var bytes: [UInt8] = []
    let output = Output { bytes += $0 }
    var json = JSONWriter(output)
    value.write(to: &json)
    output.line()
    output.flush()
    return bytes
  }

  private var value: ReportValue {
    .object([
      ("schema", .string(ManifestRecord.schema)), ("input", .string(input)),
      ("outcome", .string(outcome.rawValue)), ("reason", reason.map { .string($0) }),
      ("bytes", .int(byteCount)), ("modified", .int(Int(modified))),
      ("sha256", sha256.map { .string($0) }),
      (
        "outputs",
        .array(
          outputs.map {
            .object([
              ("path", .string($0.path)), ("bytes", .int($0.byteCount)),
              ("modified", .int(Int($0.modified))), ("sha256", $0.sha256.map { .string($0) }),
            ])
          })
      ), ("warnings", warnings.isEmpty ? nil : .array(warnings.map { .string($0) })),
      ("seconds", .double((seconds * 1e4).rounded() / 1e4)), ("settings", .string(settings)),
      ("version", .string(version)), ("run", .string(run)),
    ])
  }

  /// Nil for what is no such line, or not all of it.
  init?(line: some Collection<UInt8>) {
    guard let value = JSONValue(line), value["schema"]?.string == ManifestRecord.schema,
      let input = value["input"]?.string,
      let outcome = value["outcome"]?.string.flatMap(Outcome.init),
      let byteCount = value["bytes"]?.int, byteCount >= 0, let modified = value["modified"]?.int,
      let settings = value["settings"]?.string, let version = value["version"]?.string,
      let run = value["run"]?.string, let outputs = value["outputs"]?.array
    else { return nil }
    self.init(
      input: input, outcome: outcome, byteCount: byteCount, modified: Int64(modified))
    for output in outputs {
      guard let path = output["path"]?.string, let byteCount = output["bytes"]?.int, byteCount >= 0,
        let modified = output["modified"]?.int
      else { return nil }
      self.outputs.append(
        File(
          path: path, byteCount: byteCount, modified: Int64(modified),
          sha256: output["sha256"]?.string))
    }
    reason = value["reason"]?.string
    sha256 = value["sha256"]?.string
    warnings = value["warnings"]?.array?.compactMap(\.string) ?? []
    seconds = value["seconds"]?.double ?? 0
    self.settings = settings
    self.version = version
    self.run = run
  }
}

extension ManifestRecord.File {
  var stamp: FileStamp { FileStamp(size: byteCount, modified: modified) }
}
