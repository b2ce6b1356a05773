import FieldCoding
package import Files
import ISOBMFF
import Synchronization
import Text
public import WorkerClient

/// The manifest of an output folder, as a journal of finished and unfinished outputs.
///
/// A line is appended to the manifest as soon as its file is done, so that a killed run does not lose finished files.
/// Lines and outputs are flushed to the disk together, from time to time. If the previous run did not end properly,
/// the next run compares the outputs of the last lines with their hashes.
///
/// During a run, the file `NAME.running` is beside the manifest. It lists the outputs that were started, so that the
/// next run recognises outputs without a line. It is also a lock, so that only one run at a time writes the manifest.
public final class Journal: Sendable {
  /// The path of the manifest.
  public let path: String
  /// A number that no other run has.
  let run: String
  /// The number of lines of this and of the last run's journal that could not be read, and are skipped.
  package let damagedLineCount: Int
  /// Folders for outputs that are made to be compared.
  let scratch: ScratchFolders
  private let manifest: AppendFile
  private let running: AppendFile
  private let state: Mutex<State>

  /// A photo that was deleted.
  struct Original {
    let input: String
    let sha256: String?
  }

  /// The information about all files, in a few bytes each: lines are read again when they are needed.
  private struct State {
    /// The offset of the last line of each input in the manifest.
    var lines: [OutputNameHash: Int] = [:]
    /// Outputs as they were when they were made.
    var outputs: [OutputNameHash: FileStamp] = [:]
    /// Inputs of lines whose outputs may not have reached the disk.
    var unsure: Set<OutputNameHash> = []
    /// The outputs of those.
    var unsureOutputs: Set<OutputNameHash> = []
    /// Outputs that were begun, and may not be done, with the files that were there before.
    var begun: [OutputNameHash: FileStamp?] = [:]
    /// Outputs that a run before this one had begun, by their inputs.
    var leftOver: [OutputNameHash: [String]] = [:]
    /// Outputs of originals that were deleted, with those.
    var lastCopies: [String: Original] = [:]
    /// The number of lines that other lines have replaced, or that cannot be read.
    var staleCount = 0
    /// Lines with the schema of another version, which stay as they are.
    var otherLines: [Int] = []
    var sinceSync = 0
    var lastSync = ContinuousClock.now

    mutating func remember(_ record: ManifestRecord, at offset: Int) {
      let input = OutputNameHash(record.input)
      if lines.updateValue(offset, forKey: input) != nil { staleCount += 1 }
      unsure.remove(input)
      for file in record.outputs {
        let output = OutputNameHash(file.path)
        outputs[output] = file.stamp
        begun[output] = nil
        unsureOutputs.remove(output)
      }
      note(record)
    }

    /// Notes which outputs are all that is left of an original, or no longer are.
    mutating func note(_ record: ManifestRecord) {
      for file in record.outputs {
        lastCopies[file.path] =
          record.original == .deleted
          ? Original(input: record.input, sha256: record.sha256) : nil
      }
    }
  }

  /// The most lines that are written before they are brought to the disk.
  private static let syncInterval = 256

  /// Opens or creates the journal. Throws if another run is writing it, or if it cannot be read or written.
  ///
  /// - Parameter path: the path of the manifest, which is created if it is missing. Its folder has to exist.
  public convenience init(_ path: String) throws(ConversionError) {
    try self.init(path, makesOutputs: true)
  }

  /// - Parameter makesOutputs: whether this run takes over the unfinished outputs of the one before it.
  init(_ path: String, makesOutputs: Bool) throws(ConversionError) {
    self.path = path
    try ManifestLines.require(path)
    var generator = SystemRandomNumberGenerator()
    run = String(generator.next() as UInt64, radix: 36)
    do throws(SystemError) {
      running = try SystemError.making(path) { () throws(SystemError) in
        try AppendFile(Journal.running(path))
      }
    } catch {
      throw ConversionError(.output, "\(error)")
    }
    guard try ConversionError.output(running.lock()) else {
      throw ConversionError(.output, "\(path): another run is writing it")
    }
    do throws(SystemError) {
      manifest = try AppendFile(path)
      // An incomplete line is ended, so that the next line does not continue it.
      for file in [manifest, running] { try file.endLine() }
    } catch {
      if running.size == 0 { try? remove(running.path) }
      throw ConversionError(.output, "\(error)")
    }
    let begun = try BegunOutputs(running.path)
    var lines = try ManifestLines(path)
    var state = State()
    var recent: [OutputNameHash] = []
    var done: Set<OutputNameHash> = []
    while let (offset, record) = lines.nextLine() {
      state.remember(record, at: offset)
      // Everything of a run that came to its end is on the disk.
      guard !begun.run.isEmpty else { continue }
      let input = OutputNameHash(record.input)
      recent.append(input)
      if recent.count > 4 * Journal.syncInterval { recent.removeFirst(2 * Journal.syncInterval) }
      if record.run == begun.run { done.insert(input) } else { done.remove(input) }
    }
    do throws(ConversionError) {
      try lines.requireOwn()
      try begun.requireRead()
    } catch {
      if running.size == 0 { try? remove(running.path) }
      throw error
    }
    damagedLineCount = lines.badLineCount + begun.badLineCount
    state.staleCount += lines.badLineCount
    state.otherLines = lines.otherLines
    state.unsure = Set(recent)
    for line in state.unsure.compactMap({ state.lines[$0] }) {
      let record = try ManifestRecord(line: ConversionError.output(manifest.line(at: line)))
      for file in record?.outputs ?? [] { state.unsureOutputs.insert(OutputNameHash(file.path)) }
    }
    // From now on, only the lines of this run count, so those that are still valid are repeated.
    let still = begun.outputs(but: done)
    for output in still {
      // Several lines may be of one output; nothing was written before the first of them.
      let name = OutputNameHash(output.output)
      if state.begun[name] == nil { state.begun[name] = .some(output.earlier) }
      state.leftOver[OutputNameHash(output.input), default: []].append(output.output)
    }
    self.state = Mutex(state)
    scratch = ScratchFolders(path + ".again")
    scratch.remove()
    if makesOutputs { try begin(still) }
  }

  // MARK: Existing outputs

  /// The number of files with a line.
  public var count: Int { state.withLock { $0.lines.count } }

  /// The record of the last run about a file.
  func record(of input: String) -> ManifestRecord? {
    record(of: OutputNameHash(input)).flatMap { $0.input == input ? $0 : nil }
  }

  private func record(of input: OutputNameHash) -> ManifestRecord? {
    state.withLock { $0.lines[input] }.flatMap { try? manifest.line(at: $0) }
      .flatMap { ManifestRecord(line: $0) }
  }

  /// Whether the outputs of a record may not have reached the disk.
  func isUnsure(_ input: String) -> Bool {
    state.withLock { $0.unsure.contains(OutputNameHash(input)) }
  }

  /// Whether a file below the output folder was made by a run of this journal, and not changed since.
  package func owns(_ output: String, at path: String) throws(SystemError) -> Bool {
    guard let stamp = try FileStamp(path) else { return begun(output) != nil }
    return isLeftOver(output, stamp) || made(output) == stamp
  }

  /// Whether a file below the output folder was left by a run that did not end: it has no line, or its end was lost in
  /// a power failure.
  func isLeftOver(_ output: String, at path: String) throws(SystemError) -> Bool {
    try FileStamp(path).map { isLeftOver(output, $0) } ?? false
  }

  /// The outputs that a run was about to make of a file when it stopped. They are returned only once.
  func takeLeftOvers(of input: String) -> [String] {
    state.withLock { $0.leftOver.removeValue(forKey: OutputNameHash(input)) ?? [] }
  }

  private func isLeftOver(_ output: String, _ stamp: FileStamp) -> Bool {
    if let earlier = begun(output) { return earlier != stamp }
    // The time is that of the photo, and is on the disk with the name; the bytes may come later.
    guard state.withLock({ $0.unsureOutputs.contains(OutputNameHash(output)) }),
      let made = made(output)
    else { return false }
    return made.modified == stamp.modified && made.size > stamp.size
  }

  /// The file that was there before an output was begun; nil if the output was not begun, or is done.
  private func begun(_ output: String) -> FileStamp?? {
    state.withLock { $0.begun[OutputNameHash(output)] }
  }

  /// The stamp of a file when it was made.
  private func made(_ output: String) -> FileStamp? {
    state.withLock { $0.outputs[OutputNameHash(output)] }
  }

  /// Reads the outputs of deleted originals from the manifests of other runs. If you call this after the inputs were
  /// listed, all originals that were deleted before are known.
  ///
  /// Throws if a manifest cannot be read.
  public func takeLastCopies(of manifests: [String]) throws(ConversionError) {
    for path in manifests {
      var lines = try ManifestLines(path)
      while let record = lines.next() {
        if record.original == .deleted { state.withLock { $0.note(record) } }
      }
      try lines.requireOwn()
    }
  }

  /// The outputs of deleted originals, each with the name of the original.
  public var lastCopies: [String: String] { state.withLock { $0.lastCopies.mapValues(\.input) } }

  /// The original that was deleted after an output had been made from it; nil if there is none.
  func deletedOriginal(of output: String) -> Original? {
    state.withLock { $0.lastCopies[output] }
  }

  // MARK: Finished files

  /// Records, on the disk, the outputs that will be written. There are no files of others at their paths.
  func begin(_ outputs: [BegunOutput]) throws(ConversionError) {
    do throws(SystemError) {
      try running.append(BegunOutputs.lines(run, outputs))
      try running.sync()
    } catch {
      throw ConversionError(.output, "the journal cannot be written: \(error)")
    }
  }

  /// Writes a line.
  ///
  /// - Parameter isNew: whether the outputs were made in this run.
  func append(_ record: ManifestRecord, isNew: Bool = true) throws(ConversionError) {
    var record = record
    record.run = isNew ? run : ""
    record.finish()
    let line = record.line
    do throws(SystemError) {
      let isDue = try state.withLock { (state) throws(SystemError) in
        let offset = manifest.size
        try manifest.append(line)
        state.remember(record, at: offset)
        state.sinceSync += 1
        let now = ContinuousClock.now
        guard state.sinceSync >= Journal.syncInterval || now - state.lastSync > .seconds(5) else {
          return false
        }
        state.sinceSync = 0
        state.lastSync = now
        return true
      }
      if isDue { try sync() }
    } catch {
      throw ConversionError(.output, "the journal cannot be written: \(error)")
    }
  }

  /// Writes a line that is on the disk when this returns.
  func appendAtOnce(_ record: ManifestRecord) throws(ConversionError) {
    try append(record)
    do throws(SystemError) { try manifest.sync() } catch {
      throw ConversionError(.output, "the journal cannot be written: \(error)")
    }
  }

  /// Flushes everything to the disk, when a run pauses.
  ///
  /// Throws if the disk reports an error.
  public func rest() throws(ConversionError) {
    do throws(SystemError) { try sync() } catch {
      throw ConversionError(.output, "the journal cannot be written: \(error)")
    }
  }

  private func sync() throws(SystemError) {
    try manifest.syncFileSystem()
    try manifest.sync()
  }

  /// Flushes everything to the disk, and rewrites the manifest with one line for each file.
  ///
  /// Throws if the disk reports an error.
  public func finish() throws(ConversionError) {
    try rest()
    if state.withLock({ $0.staleCount }) > 0 { try rewrite { $0 + [0x0A] } }
    scratch.remove()
    try ConversionError.output(remove(running.path))
  }

  /// Writes the manifest again, with a new version of the last line of each file. Nothing is added after that.
  private func rewrite(_ line: ([UInt8]) -> [UInt8]?) throws(ConversionError) {
    var (others, offsets) = state.withLock { ($0.otherLines[...], $0.lines.values.sorted()[...]) }
    try writeManifest(to: path, replacing: true) { () throws(ConversionError) in
      if let offset = others.popFirst() { return try self.line(at: offset) + [0x0A] }
      while let offset = offsets.popFirst() {
        if let line = try line(self.line(at: offset)) { return line }
      }
      return nil
    }
  }

  private func line(at offset: Int) throws(ConversionError) -> [UInt8] {
    let line = try ConversionError.output(manifest.line(at: offset))
    if line.isEmpty { throw ConversionError(.output, SystemError.unreadable(path)) }
    return line
  }

  // MARK: Undoing

  /// Removes the lines of a run. Lines with files that stay are kept, but they belong to no run any more.
  func forget(_ run: String, but kept: Set<String>) throws(ConversionError) {
    try rewrite { line in
      guard var record = ManifestRecord(line: line), record.run == run else { return line + [0x0A] }
      guard record.outputs.contains(where: { kept.contains($0.path) }) else { return nil }
      record.run = ""
      return record.line
    }
  }

  /// Leaves everything to the next run.
  ///
  /// - Parameter findsBegun: whether that run finds the outputs that this one had begun.
  func leave(findsBegun: Bool) throws(ConversionError) {
    guard findsBegun, state.withLock({ !$0.leftOver.isEmpty }) else {
      return try ConversionError.output(remove(running.path))
    }
  }
}

extension Journal {
  /// The path of the list of a run's unfinished outputs, for a manifest.
  static func running(_ manifest: String) -> String { manifest + ".running" }

  /// The manifests that a folder has of its outputs: one, or that of each shard.
  package static func manifests(in folder: String) throws(ConversionError) -> [String] {
    try JournalFolder(of: folder).contents().map(\.name)
      .filter(JournalFolder.isManifest(named:))
      .map { "\(folder.asFolder)\(JournalFolder.name)/\($0)" }
  }

  /// Whether outputs in a folder are flushed to the disk together with the lines, because they are on the same file
  /// system as the manifest.
  public func syncs(_ folder: String) -> Bool {
    let devices = [path, folder].map { BytePath(Array($0.utf8)).fileSystem?.device }
    return devices[0] != nil && devices[0] == devices[1]
  }
}

/// An output that a run is about to write.
struct BegunOutput {
  /// The path of the input, and the path of the output, each below its folder.
  var input, output: String
  /// The file that existed before the output was written: as long as it exists, nothing was written.
  var earlier: FileStamp?
}

/// The outputs that a run was about to write when it stopped: each line has the number of the run, the input,
/// the output, and the file that was there before, as JSON. A run first repeats the lines that are still valid,
/// and then writes a line that has only its number. The lines of the last run that has such a line count: a run
/// without it may have stopped before everything was repeated.
struct BegunOutputs {
  /// The number of the run; empty if there was none.
  private(set) var run = ""
  /// The offsets of the lines of outputs, with their inputs.
  private var lines: [(input: OutputNameHash, offset: Int)] = []
  /// The number of lines that could not be read.
  private(set) var badLineCount = 0
  private let file: RunFileLines

  init(_ path: String) throws(ConversionError) {
    var next = (run: "", lines: lines)
    file = try RunFileLines(path)
    for (offset, bytes) in file {
      guard let line = Line(checkedLine: bytes) else {
        if !bytes.isEmpty { badLineCount += 1 }
        continue
      }
      let begun = line.input.map { [(input: OutputNameHash($0), offset: offset)] } ?? []
      if line.run == run {
        lines += begun
        continue
      }
      if line.run != next.run { next = (line.run, []) }
      next.lines += begun
      if begun.isEmpty { (run, lines) = next }
    }
  }

  func requireRead() throws(ConversionError) { try file.requireRead() }

  /// The outputs whose inputs are not among the done ones.
  func outputs(but done: Set<OutputNameHash>) -> [BegunOutput] {
    lines.compactMap { input, offset in
      guard !done.contains(input), let line = Line(checkedLine: file.line(at: offset)),
        let input = line.input, let output = line.output
      else { return nil }
      let earlier = line.bytes.flatMap { size in
        line.modified.map { FileStamp(size: size, modified: $0) }
      }
      return BegunOutput(input: input, output: output, earlier: earlier)
    }
  }

  private struct Line: Decodable {
    var run: String
    var input: String?
    var output: String?
    var bytes: Int?
    var modified: Int64?
  }

  /// A line for each output, and then one for the run itself.
  static func lines(_ run: String, _ outputs: [BegunOutput]) -> [UInt8] {
    func line(_ members: [(String, JSONValue?)]) -> [UInt8] {
      JSONValue.object([("run", .string(run))] + members).checkedLine
    }
    return outputs.flatMap { begun in
      line([
        ("input", .string(begun.input)), ("output", .string(begun.output)),
        ("bytes", begun.earlier.map { .int($0.size) }),
        ("modified", begun.earlier.map { .int(Int($0.modified)) }),
      ])
    } + line([])
  }
}
