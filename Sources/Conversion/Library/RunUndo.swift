package import Files
import ISOBMFF
import Text
package import WorkerClient

/// Removes the files that the last run wrote to the folders of their originals.
///
/// A file is removed only if it is unchanged, and its original has not changed: no work is lost, and the last copy of a
/// image is never removed.
package struct RunUndo {
  /// The result for a file.
  package enum Outcome: Sendable, Equatable {
    case removed
    /// The file no longer existed.
    case gone
    /// The file was kept, for this reason.
    case kept(String)
  }

  private let folder: String
  private let last: any UndoableRun

  /// Nil if no run is known that wrote files beside originals.
  ///
  /// - Parameter manifest: the manifest of a conversion; nil for the newest run of edits or conversions that has
  ///   a journal in the folder itself.
  package init?(_ folder: String, manifest: String?) throws(ConversionError) {
    var runs: [any UndoableRun] = []
    let manifests = if let manifest { [manifest] } else { try Journal.manifests(in: folder) }
    for path in manifests {
      if let run = try ManifestRun(lastOf: path, in: folder) { runs.append(run) }
    }
    if manifest == nil, let run = try EditRun(lastOf: folder) { runs.append(run) }
    guard let last = runs.max(by: { $0.finished < $1.finished }) else { return nil }
    (self.folder, self.last) = (folder, last)
  }

  /// The number of lines of the run's journal that cannot be read. What they name is not removed.
  package var badLineCount: Int { last.badLineCount }

  /// - Parameters:
  ///   - isDryRun: whether no file is changed.
  ///   - report: gets the path of each file, and the outcome.
  package func run(
    isDryRun: Bool, _ report: (String, Outcome) -> Void
  ) throws(ConversionError) {
    try last.undo {
      var hasFailed = false
      var kept: Set<String> = []
      for file in last.files {
        let path = folder.asFolder + file.output
        do throws(SystemError) {
          if let outcome = try reasonToStay(file, path) {
            if outcome != .gone { kept.insert(file.output) }
            report(path, outcome)
            continue
          }
          if !isDryRun { try remove(path) }
          report(path, .removed)
        } catch {
          hasFailed = true
          report(path, .kept("\(error)"))
        }
      }
      return isDryRun || hasFailed ? nil : kept
    }
    // Now the journal is closed: FUSE keeps open files in their folders under other names.
    if !isDryRun { JournalFolder(of: folder).removeIfEmpty() }
  }

  /// Why a file is kept; nil if it may be removed. It throws if that cannot be determined.
  private func reasonToStay(
    _ file: DerivedFile, _ path: String
  ) throws(SystemError) -> Outcome? {
    let name = BytePath(Array(path.utf8))
    guard let status = try name.status() else { return .gone }
    guard let root = try pathWithoutLinks(folder), let realPath = try pathWithoutLinks(path) else {
      throw SystemError(what: "\(path) cannot be found", code: 0)
    }
    // A folder of the path may have become a link.
    guard status.kind == .file, realPath == root.asFolder + file.output,
      status.stamp == file.outputStamp, try hasItsBytes(file, path)
    else { return .kept("was changed since it was written") }
    let input = try BytePath(Array((folder.asFolder + file.input).utf8)).status()
    guard let input else { return .kept("its original, \(file.input), is gone") }
    guard input.kind == .file, input.stamp == file.inputStamp else {
      return .kept("its original, \(file.input), was changed since")
    }
    // While its bytes were read, somebody may have written to it.
    return try name.status()?.stamp == file.outputStamp
      ? nil : .kept("was changed since it was written")
  }

  private func hasItsBytes(_ file: DerivedFile, _ path: String) throws(SystemError) -> Bool {
    guard let noted = file.sha256, ContentHash.isAvailable else { return true }
    return try ContentHash.sha256(path) == noted
  }
}

/// A run that wrote files to the folders of their originals, read from its journal.
protocol UndoableRun {
  /// The files that it wrote.
  var files: [DerivedFile] { get }
  /// The number of lines of its journal that cannot be read: files may be missing in ``files``.
  var badLineCount: Int { get }
  /// The time of its last output, in nanoseconds since the start of 1970.
  var finished: Int64 { get }

  /// Keeps other runs away while files are removed, and then removes the run from the journal.
  ///
  /// - Parameter takeAway: returns the outputs that stay; nil if the run has to stay in the journal.
  func undo(_ takeAway: () -> Set<String>?) throws(ConversionError)
}

/// A run of conversions: its unfinished outputs, and the last lines of a manifest.
struct ManifestRun: UndoableRun {
  let files: [DerivedFile]
  let finished: Int64
  let badLineCount: Int
  private let folder: String
  private let manifest: String
  private let run: String

  /// The last run of a manifest; nil if it wrote no file to the folder of an original below the folder.
  init?(lastOf manifest: String, in folder: String) throws(ConversionError) {
    var records: [String: ManifestRecord] = [:]
    var run = ""
    var lines = try ManifestLines(manifest)
    /// How many lines before the last one cannot be read.
    var earlierBadLineCount = 0
    while let record = lines.next() {
      earlierBadLineCount = lines.badLineCount
      if record.run.isEmpty { continue }
      if record.run != run { (run, records) = (record.run, [:]) }
      records[record.input] = record
    }
    try lines.requireOwn()
    badLineCount = lines.badLineCount
    let truncated = try TruncatedRun(
      of: manifest, in: folder, lastLines: (run, Array(records.keys)))
    // A run that did not end is known from its other list.
    guard badLineCount == earlierBadLineCount || !truncated.run.isEmpty else {
      throw ConversionError(
        .input, "\(manifest): its end cannot be read, so that the last run is not known")
    }
    if !truncated.files.isEmpty, truncated.run != run { (run, records) = (truncated.run, [:]) }
    (self.folder, self.manifest, self.run) = (folder, manifest, run)
    files = (records.values.flatMap(\.derivedFiles) + truncated.files)
      .sorted { $0.output.utf8.lexicographicallyPrecedes($1.output.utf8) }
    finished = max(records.values.compactMap(\.finished).max() ?? 0, truncated.finished)
    for file in files
    where try ConversionError.input(PathKind(folder.asFolder + file.input)) != .nothing {
      return
    }
    return nil
  }

  func undo(_ takeAway: () -> Set<String>?) throws(ConversionError) {
    let journal = try Journal(manifest, makesOutputs: false)
    let kept = takeAway()
    if let kept { try journal.forget(run, but: kept) }
    let isEmpty = try ConversionError.output(FileStamp(manifest))?.size == 0
    if isEmpty { try ConversionError.output(remove(manifest)) }
    try journal.leave(findsBegun: kept == nil)
  }
}

/// The files that a run wrote to the folders of originals without a line for them, because it did not end.
private struct TruncatedRun {
  /// The number of the run.
  let run: String
  /// The current state of the files: their state after writing is unknown.
  private(set) var files: [DerivedFile] = []
  /// The time of the last output, in nanoseconds since the start of 1970; 0 if there is none.
  private(set) var finished: Int64 = 0

  /// - Parameter lastLines: the last run that has lines in the manifest, with their inputs.
  init(
    of manifest: String, in folder: String, lastLines: (run: String, inputs: [String])
  ) throws(ConversionError) {
    let path = Journal.running(manifest)
    guard let running = try ConversionError.input(FileStamp(path)) else {
      run = ""
      return
    }
    let begun = try BegunOutputs(path)
    run = begun.run
    let done = lastLines.run == run ? lastLines.inputs.map { OutputNameHash($0) } : []
    var outputs: Set<String> = []
    for output in begun.outputs(but: Set(done)) where outputs.insert(output.output).inserted {
      guard let input = try ConversionError.input(FileStamp(folder.asFolder + output.input)),
        let stamp = try ConversionError.input(FileStamp(folder.asFolder + output.output)),
        stamp != output.earlier
      else { continue }
      let file = DerivedFile(input: output.input, input, output: output.output, stamp)
      if file.isBelowFolder { files.append(file) }
    }
    if files.isEmpty { return }
    finished = running.modified
  }
}

extension ManifestRecord {
  /// The outputs of the photo and of its movie, if those are below the output folder.
  fileprivate var derivedFiles: [DerivedFile] {
    outputs.map { output in
      let ofMovie = movie.flatMap {
        $0.action?.isFile == true && $0.output == output.path ? $0 : nil
      }
      return DerivedFile(
        input: ofMovie?.input ?? input, ofMovie?.stamp ?? stamp, output: output.path, output.stamp,
        sha256: output.sha256)
    }.filter(\.isBelowFolder)
  }
}

/// A file that a run made from another one. Both are below the same folder.
package struct DerivedFile: Sendable {
  /// The schema of the lines about edits that this version writes.
  package static let schema = "boxwalk.edits/1"

  /// Below the folder.
  package var input: String
  package var inputStamp: FileStamp
  /// Below the folder, too.
  package var output: String
  package var outputStamp: FileStamp
  /// Nil where nothing computes it.
  package var sha256: String?

  package init(
    input: String, _ inputStamp: FileStamp, output: String, _ outputStamp: FileStamp,
    sha256: String? = nil
  ) {
    self.input = input
    self.inputStamp = inputStamp
    self.output = output
    self.outputStamp = outputStamp
    self.sha256 = sha256
  }

  /// Whether both paths stay below the folder, and are two.
  var isBelowFolder: Bool {
    RelativePath.normalized(input) == input && RelativePath.normalized(output) == output
      && input != output
  }

  // MARK: A line of a journal of edits

  /// The line with its line end.
  var line: [UInt8] {
    JSONValue.object([
      ("schema", .string(DerivedFile.schema)), ("input", .string(input)),
      ("input_bytes", .int(inputStamp.size)), ("input_modified", .int(Int(inputStamp.modified))),
      ("output", .string(self.output)), ("bytes", .int(outputStamp.size)),
      ("modified", .int(Int(outputStamp.modified))), ("sha256", sha256.map { .string($0) }),
    ]).checkedLine
  }

  /// Nil if the line is not a complete and undamaged line of this kind, or if a path leads out of the folder.
  init?(line: some Collection<UInt8>) {
    guard let line = Line(checkedLine: line), line.schema == DerivedFile.schema else { return nil }
    self.init(
      input: line.input, FileStamp(size: line.inputBytes, modified: line.inputModified),
      output: line.output, FileStamp(size: line.bytes, modified: line.modified),
      sha256: line.sha256)
    if !isBelowFolder { return nil }
  }

  private struct Line: Decodable {
    enum CodingKeys: String, CodingKey {
      case schema, input, output, bytes, modified, sha256
      case inputBytes = "input_bytes"
      case inputModified = "input_modified"
    }
    var schema: String
    var input: String
    var inputBytes: Int
    var inputModified: Int64
    var output: String
    var bytes: Int
    var modified: Int64
    var sha256: String?
  }
}
