public import Conversion
import Files
package import Text
public import WorkerClient
import WorkerProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result for one file: a line of a manifest.
public struct ManifestRecord: Sendable, Equatable {
  /// The schema of the lines that this version writes.
  public static let schema = "boxwalk.convert/1"

  /// The outcome for a file.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The image was converted, or the file was copied, or linked.
    case converted, copied, linked
    /// The file is already in the output folder.
    case inPlace = "in place"
    /// Something failed, so that not all outputs exist.
    case failed
  }

  /// A file that was written.
  public struct File: Sendable, Equatable {
    /// The path relative to the output folder.
    public var path: String
    /// The number of bytes.
    public var byteCount: Int
    /// The modification time, in nanoseconds since the start of 1970.
    public var modified: Int64
    /// The SHA-256 of its bytes, as hexadecimal digits; nil if it was not computed.
    public var sha256: String?

    /// A file with its state on the disk.
    public init(path: String, byteCount: Int, modified: Int64, sha256: String?) {
      self.path = path
      self.byteCount = byteCount
      self.modified = modified
      self.sha256 = sha256
    }
  }

  /// The movie of a Live Photo.
  public struct Movie: Sendable, Equatable {
    /// The name of the movie, in the form of ``ManifestRecord/input``.
    public var input: String
    /// The number of bytes.
    public var byteCount: Int
    /// The modification time, in nanoseconds since the start of 1970.
    public var modified: Int64
    /// The SHA-256 of its bytes, as hexadecimal digits; nil if it was not computed.
    public var sha256: String?
    /// What happened to the movie; nil if nothing did.
    public var action: MovieResult.Action?
    /// The path of its output, relative to the output folder; that of the photo if the movie is inside it.
    public var output: String?

    /// A movie to which nothing has happened yet.
    public init(input: String, byteCount: Int, modified: Int64, sha256: String?) {
      self.input = input
      self.byteCount = byteCount
      self.modified = modified
      self.sha256 = sha256
    }
  }

  /// What happened to the original and its movie.
  public enum Original: Sendable, Equatable {
    /// It was deleted. The line is written before the deletion, so that after a killed run, the file may still
    /// exist.
    case deleted
    /// It was kept, for this reason.
    case kept(String)
  }

  /// The path of the input, relative to the folder that was named.
  public var input: String
  /// The outcome for the file.
  public var outcome: Outcome
  /// Why it failed; nil if it did not.
  public var reason: String?
  /// The number of bytes of the input.
  public var byteCount: Int
  /// The modification time of the input, in nanoseconds since the start of 1970.
  public var modified: Int64
  /// The SHA-256 of the input, as hexadecimal digits; nil if it was not computed.
  public var sha256: String?
  /// The movie of a Live Photo that belongs to it.
  public var movie: Movie?
  /// The files that were written for it.
  public var outputs: [File] = []
  /// The parts of the input that the outputs do not have.
  public var leftOut: [String] = []
  /// Sentences that the user should know.
  public var warnings: [String] = []
  /// What happened to the original; nil if originals were not to be deleted.
  public var original: Original?
  /// The protections of the decoder: `Landlock 4`, `seccomp`. Nil if nothing was decoded.
  public var sandbox: [String]?
  /// The time of the work, in seconds.
  public var seconds: Double = 0
  /// The time of each stage of the work; nil in lines of older versions.
  public var stages: StageTimes?
  /// The time when it was done, in nanoseconds since the start of 1970; nil in lines of older versions.
  public var finished: Int64?
  /// The options that affect the output.
  public var settings = ""
  /// The version of Boxwalk that wrote the record.
  public var version = ""
  /// The identifier of the run, which is different for each run.
  public var run = ""

  /// A record without outputs.
  public init(input: String, outcome: Outcome, byteCount: Int, modified: Int64) {
    self.input = input
    self.outcome = outcome
    self.byteCount = byteCount
    self.modified = modified
  }

  /// Notes that it is done now, unless that is known.
  mutating func finish() {
    finished = finished ?? Int64(Date().timeIntervalSince1970 * 1e6) * 1000
  }

  /// A line, with its checksum and its end.
  var line: [UInt8] { value.checkedLine }

  private var value: JSONValue {
    .object([
      ("schema", .string(ManifestRecord.schema)), ("input", .string(input)),
      ("outcome", .string(outcome.rawValue)), ("reason", reason.map { .string($0) }),
      ("bytes", .int(byteCount)), ("modified", .int(Int(modified))),
      ("sha256", sha256.map { .string($0) }), ("movie", movie?.value),
      (
        "outputs",
        .array(
          outputs.map {
            .object([
              ("path", .string($0.path)), ("bytes", .int($0.byteCount)),
              ("modified", .int(Int($0.modified))), ("sha256", $0.sha256.map { .string($0) }),
            ])
          })
      ), ("left_out", leftOut.isEmpty ? nil : .array(leftOut.map { .string($0) })),
      ("warnings", warnings.isEmpty ? nil : .array(warnings.map { .string($0) })),
      ("original", original?.value),
      ("sandbox", sandbox.map { .array($0.map { .string($0) }) }),
      ("seconds", .double((seconds * 1e4).rounded() / 1e4)),
      ("milliseconds", stages?.value),
      ("finished", finished.map { .int(Int($0)) }), ("settings", .string(settings)),
      ("version", .string(version)), ("run", .string(run)),
    ])
  }

  /// Reads a line. Nil if it is not a complete and undamaged line of this kind.
  init?(line: some Collection<UInt8>) {
    guard let line = Line(checkedLine: line), line.schema == ManifestRecord.schema,
      let outcome = Outcome(rawValue: line.outcome), line.bytes >= 0,
      line.outputs.allSatisfy({ $0.bytes >= 0 }), line.movie?.bytes ?? 0 >= 0
    else { return nil }
    self.init(
      input: line.input, outcome: outcome, byteCount: line.bytes, modified: line.modified)
    reason = line.reason
    sha256 = line.sha256
    outputs = line.outputs.map {
      File(path: $0.path, byteCount: $0.bytes, modified: $0.modified, sha256: $0.sha256)
    }
    movie = line.movie.map(Movie.init)
    leftOut = line.leftOut ?? []
    warnings = line.warnings ?? []
    original = line.original.map {
      $0.outcome == "deleted" ? .deleted : .kept($0.reason ?? "for no reason that is known")
    }
    sandbox = line.sandbox
    seconds = line.seconds ?? 0
    stages = line.milliseconds.map(StageTimes.init(milliseconds:))
    finished = line.finished
    settings = line.settings
    version = line.version
    run = line.run
  }
}

extension ManifestRecord.Original {
  fileprivate var value: JSONValue {
    switch self {
    case .deleted: .object([("outcome", .string("deleted"))])
    case .kept(let reason): .object([("outcome", .string("kept")), ("reason", .string(reason))])
    }
  }
}

extension ManifestRecord.Movie {
  fileprivate var value: JSONValue {
    .object([
      ("input", .string(input)), ("bytes", .int(byteCount)), ("modified", .int(Int(modified))),
      ("sha256", sha256.map { .string($0) }), ("outcome", action.map { .string($0.rawValue) }),
      ("output", output.map { .string($0) }),
    ])
  }

  fileprivate init(_ line: Line.Movie) {
    self.init(
      input: line.input, byteCount: line.bytes, modified: line.modified, sha256: line.sha256)
    action = line.outcome.flatMap { MovieResult.Action(rawValue: $0) }
    output = line.output
  }
}

/// A line of the manifest.
private struct Line: Decodable {
  enum CodingKeys: String, CodingKey {
    case schema, input, outcome, reason, bytes, modified, sha256, movie, outputs, warnings, original
    case sandbox, seconds, milliseconds, finished, settings, version, run
    case leftOut = "left_out"
  }
  struct Movie: Decodable {
    var input: String
    var bytes: Int
    var modified: Int64
    var sha256: String?
    var outcome: String?
    var output: String?
  }
  struct Original: Decodable {
    var outcome: String
    var reason: String?
  }
  struct File: Decodable {
    var path: String
    var bytes: Int
    var modified: Int64
    var sha256: String?
  }
  var schema: String
  var input: String
  var outcome: String
  var reason: String?
  var bytes: Int
  var modified: Int64
  var sha256: String?
  var movie: Movie?
  var outputs: [File]
  var leftOut: [String]?
  var warnings: [String]?
  var original: Original?
  var sandbox: [String]?
  var seconds: Double?
  var milliseconds: [String: Double]?
  var finished: Int64?
  var settings: String
  var version: String
  var run: String
}

extension ManifestRecord.Movie {
  var stamp: FileStamp { FileStamp(size: byteCount, modified: modified) }
}

extension ManifestRecord.File {
  var stamp: FileStamp { FileStamp(size: byteCount, modified: modified) }
}

extension Batch.File {
  /// The name of the photo's output, with the extension of the movie.
  var movieOutput: String? {
    movie.map { output.splitAtExtension.stem + $0.path.splitAtExtension.ending }
  }
}

extension ManifestRecord {
  /// The record of a file with size and times as they are, and without hashes.
  init(_ file: Batch.File) throws(ConversionError) {
    let stamp = try ConversionError.input(FileStamp(file.path))
    self.init(
      input: file.input, outcome: .converted, byteCount: stamp?.size ?? 0,
      modified: stamp?.modified ?? 0)
    movie = try file.movie.map { (movie) throws(ConversionError) in
      let stamp = try ConversionError.input(FileStamp(movie.path))
      return Movie(
        input: movie.input, byteCount: stamp?.size ?? 0, modified: stamp?.modified ?? 0, sha256: nil
      )
    }
  }

  mutating func hash(_ file: Batch.File) throws(ConversionError) {
    sha256 = try ConversionError.input(ContentHash.sha256(file.path))
    guard let path = file.movie?.path else { return }
    movie?.sha256 = try ConversionError.input(ContentHash.sha256(path))
  }

  /// Whether the hashes of the file and of its movie are known.
  var hasHashes: Bool { sha256 != nil && (movie == nil || movie?.sha256 != nil) }

  /// The files were touched, and are the same.
  mutating func takeStamps(of other: ManifestRecord) {
    (byteCount, modified) = (other.byteCount, other.modified)
    guard var movie, let stamps = other.movie else { return }
    (movie.byteCount, movie.modified) = (stamps.byteCount, stamps.modified)
    self.movie = movie
  }

  /// The record without the photo's movie, as if it did not exist or was not kept.
  var withoutMovie: ManifestRecord {
    var record = self
    record.movie = nil
    if movie?.action != .inside { record.outputs.removeAll { $0.path == movie?.output } }
    return record
  }

  /// Copies the images that an earlier run made from a photo.
  mutating func takePictures(of old: ManifestRecord) {
    outcome = old.outcome
    outputs = old.withoutMovie.outputs
    (leftOut, warnings, sandbox) = (old.leftOut, old.warnings, old.sandbox)
    (seconds, stages) = (old.seconds, old.stages)
  }

  /// Notes how long further work on it took.
  mutating func add(_ times: StageTimes) {
    // A line without stages does not show how its time was spent.
    if seconds == 0 || stages != nil { stages = (stages ?? StageTimes()) + times }
    seconds += times.total / .seconds(1)
  }

  /// An output of a deleted original; nil if there is none.
  func onlyCopy(below root: String) throws(ConversionError) -> String? {
    guard original == .deleted else { return nil }
    for output in outputs {
      let kind = try ConversionError.output(PathKind(root + "/" + output.path))
      if kind != .nothing { return output.path }
    }
    return nil
  }

  var stamp: FileStamp { FileStamp(size: byteCount, modified: modified) }

  mutating func add(_ result: Batch.Result, root: String) throws(ConversionError) {
    let failures = result.failures.map(\.message)
    func file(
      _ path: String, _ byteCount: Int, sha256: String?
    ) throws(ConversionError) -> File {
      try ConversionError.output { () throws(SystemError) in
        let stamp = try FileStamp(path)
        var sha256 = sha256
        if sha256 == nil { sha256 = try ContentHash.sha256(path) }
        return File(
          path: path.path(below: root) ?? path, byteCount: stamp?.size ?? byteCount,
          modified: stamp?.modified ?? 0, sha256: sha256)
      }
    }
    let sandboxes = result.results.compactMap(\.sandbox)
    if let first = sandboxes.first {
      sandbox = sandboxes.reduce(first) { $0.common(with: $1) }.protections
    }
    for made in result.results {
      warnings += made.warnings
      leftOut += made.leftOut
      outcome = Outcome(made.action)
      if made.action == .inPlace { continue }
      try outputs.append(
        file(made.output, made.byteCount, sha256: made.action == .linked ? sha256 : nil))
    }
    if case .success(let carried)? = result.movie {
      movie?.action = carried.action
      movie?.output = carried.output.path(below: root) ?? carried.output
      if carried.action.isFile {
        try outputs.append(
          file(
            carried.output, carried.byteCount,
            sha256: carried.action == .linked ? movie?.sha256 : nil))
      }
    }
    guard !failures.isEmpty else { return }
    outcome = .failed
    reason = failures.joined(separator: "; ")
  }
}

extension ManifestRecord.Outcome {
  fileprivate init(_ action: ConversionResult.Action) {
    switch action {
    case .converted: self = .converted
    case .copied: self = .copied
    case .linked: self = .linked
    case .inPlace: self = .inPlace
    }
  }
}

extension StageTimes {
  /// The milliseconds of each stage that took any time, as a manifest has them.
  package var value: JSONValue {
    .object(
      WorkStage.allCases.map { stage in
        let milliseconds = (self[stage] / .milliseconds(1) * 100).rounded() / 100
        return (stage.rawValue, milliseconds > 0 ? .double(milliseconds) : nil)
      })
  }

  /// Reads milliseconds by the names of stages from a manifest, whose numbers are not trusted.
  init(milliseconds: [String: Double]) {
    self.init()
    for (name, count) in milliseconds {
      guard let stage = WorkStage(rawValue: name), count > 0, count < 1e15 else { continue }
      self[stage] = .microseconds(Int64((count * 1000).rounded()))
    }
  }
}
