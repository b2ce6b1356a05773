import FieldCoding
import FileAccess
import ISOBMFF
import Inspection
import Synchronization

/// The manifest of a folder of outputs, as a journal: what is there already, and what is being made.
///
/// Each line is written when its file is done, at once and to the end of the manifest, so that a run
/// which is killed loses nothing. Lines and outputs are brought to the disk together, now and then; a
/// run that finds that the one before it did not end compares the outputs of the last lines with their
/// hashes.
///
/// Beside the manifest is `NAME.running` while a run is at work. It lists the outputs that were begun,
/// so that the next run knows a file without a line for its own, and it is a lock: there is one run at
/// a time.
public final class Journal: Sendable {
  public let path: String
  /// A number that no other run has.
  let run: String
  /// Whether lines of this run are known as those of earlier ones are: for runs that come back to
  /// their files.
  private let remembersLines: Bool
  private let manifest: AppendFile
  private let running: AppendFile
  private let state: Mutex<State>

  private struct State {
    var records: [String: ManifestRecord]
    var files: [String: FileStamp]
    var unsure: Set<String>
    /// The outputs of those, as they should be.
    var unsureFiles: [String: FileStamp]
    var begun: Set<String>
    /// Outputs of originals that were deleted, with the records of those.
    var lastCopies: [String: String]
    /// Lines that other lines have replaced, or that are none.
    var staleCount: Int
    var sinceSync = 0
    var lastSync = ContinuousClock.now

    mutating func remember(_ record: ManifestRecord) {
      records[record.input] = record
      for file in record.outputs {
        files[file.path] = file.stamp
        begun.remove(file.path)
        unsureFiles[file.path] = nil
      }
      unsure.remove(record.input)
    }
  }

  /// So many lines at most are written before they are brought to the disk.
  private static let syncInterval = 256

  /// - Parameter path: of the manifest, which is made if it is missing. Its folder is there.
  public init(_ path: String, remembersLines: Bool = false) throws(ConversionError) {
    self.path = path
    self.remembersLines = remembersLines
    var generator = SystemRandomNumberGenerator()
    run = String(generator.next() as UInt64, radix: 36)
    do throws(SystemError) { running = try AppendFile(path + ".running") } catch {
      throw ConversionError(.output, "\(error)")
    }
    guard running.lock() else {
      throw ConversionError(.output, "\(path): another run is writing it")
    }
    do throws(SystemError) {
      manifest = try AppendFile(path)
      // What was not written to its end is not continued by the next line.
      if let last = manifest.lastByte, last != UInt8(ascii: "\n") { try manifest.append([0x0A]) }
    } catch {
      if running.size == 0 { try? remove(running.path) }
      throw ConversionError(.output, "\(error)")
    }
    let begun = try Begun(running.path)
    var lines = try ManifestLines(path)
    var state = State(
      records: [:], files: [:], unsure: [], unsureFiles: [:], begun: [], lastCopies: [:],
      staleCount: 0)
    var recent: [String] = []
    var texts: Set<String> = []
    while var record = lines.next() {
      record.share(&texts)
      if state.records.updateValue(record, forKey: record.input) != nil { state.staleCount += 1 }
      // Of a run that came to its end all is on the disk.
      guard !begun.run.isEmpty else { continue }
      recent.append(record.input)
      if recent.count > 4 * Journal.syncInterval { recent.removeFirst(2 * Journal.syncInterval) }
    }
    state.staleCount += lines.badLineCount
    state.unsure = Set(recent)
    for (input, output) in begun.outputs where state.records[input]?.run != begun.run {
      state.begun.insert(output)
    }
    for record in state.records.values {
      for file in record.outputs {
        state.files[file.path] = file.stamp
        if state.unsure.contains(record.input) { state.unsureFiles[file.path] = file.stamp }
        if record.original == .deleted { state.lastCopies[file.path] = record.input }
      }
    }
    // The lines of this run alone count from now on, so that those that hold still are repeated.
    let still = begun.outputs.filter { state.begun.contains($0.output) }
    self.state = Mutex(state)
    try begin(still)
  }

  // MARK: What is there

  /// How many files have a line.
  public var count: Int { state.withLock { $0.records.count } }

  /// What the last run said of a file.
  func record(of input: String) -> ManifestRecord? { state.withLock { $0.records[input] } }

  /// Whether the outputs of a record may not have reached the disk.
  func isUnsure(_ input: String) -> Bool { state.withLock { $0.unsure.contains(input) } }

  /// Whether a file below the output folder was made by a run of this journal, and not changed since.
  func owns(_ output: String, at path: String) -> Bool {
    guard let stamp = FileStamp(path) else { return isBegun(output) }
    return isLeftOver(output, stamp) || state.withLock { $0.files[output] } == stamp
  }

  /// Whether a file below the output folder is there because a run did not end: it has no line, or has
  /// lost its end as the power failed.
  func isLeftOver(_ output: String, at path: String) -> Bool {
    FileStamp(path).map { isLeftOver(output, $0) } ?? false
  }

  private func isLeftOver(_ output: String, _ stamp: FileStamp) -> Bool {
    if isBegun(output) { return true }
    // The time is that of the photo, and is on the disk with the name; the bytes may come later.
    return state.withLock { $0.unsureFiles[output] }.map {
      $0.modified == stamp.modified && $0.size > stamp.size
    } ?? false
  }

  private func isBegun(_ output: String) -> Bool { state.withLock { $0.begun.contains(output) } }

  /// The outputs of originals that were deleted, each with the original's name.
  public var lastCopies: [String: String] { state.withLock { $0.lastCopies } }

  /// The record of the original that was deleted when an output had been made of it; nil if there is
  /// none.
  func deletedOriginal(of output: String) -> ManifestRecord? {
    state.withLock { state in state.lastCopies[output].flatMap { state.records[$0] } }
  }

  // MARK: What is done

  /// Notes, on the disk, that outputs will be made where nothing is that is not ours.
  func begin(_ outputs: [(input: String, output: String)]) throws(ConversionError) {
    do throws(SystemError) {
      try running.append(Begun.lines(run, outputs))
      try running.sync()
    } catch {
      throw ConversionError(.output, "the journal cannot be written: \(error)")
    }
  }

  /// Writes a line.
  func append(_ record: ManifestRecord) throws(ConversionError) {
    var record = record
    record.run = run
    record.finish()
    do throws(SystemError) {
      try manifest.append(record.line)
      let isDue = state.withLock { state in
        if state.records[record.input] != nil { state.staleCount += 1 }
        if remembersLines { state.remember(record) }
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
    state.withLock { state in
      guard record.original == .deleted else { return }
      for file in record.outputs { state.lastCopies[file.path] = record.input }
      state.records[record.input] = record
    }
  }

  /// Whether outputs in a folder are brought to the disk with the lines: those on the file system that
  /// the manifest is on.
  public func syncs(_ folder: String) -> Bool {
    let devices = [path, folder].map { BytePath(Array($0.utf8)).fileSystem?.device }
    return devices[0] != nil && devices[0] == devices[1]
  }

  /// Brings all to the disk, where a run rests.
  public func rest() throws(ConversionError) {
    do throws(SystemError) { try sync() } catch {
      throw ConversionError(.output, "the journal cannot be written: \(error)")
    }
  }

  private func sync() throws(SystemError) {
    try manifest.syncFileSystem()
    try manifest.sync()
  }

  /// Brings all to the disk, and leaves one line for each file.
  public func finish() throws(ConversionError) {
    try rest()
    if state.withLock({ $0.staleCount }) > 0 { try removeStaleLines() }
    do throws(SystemError) { try remove(running.path) } catch {
      throw ConversionError(.output, "\(error)")
    }
  }

  private func removeStaleLines() throws(ConversionError) {
    var last: [String: Int] = [:]
    for (index, record) in try ManifestLines(path).enumerated() { last[record.input] = index }
    var lines = try ManifestLines(path)
    var index = 0
    try writeManifest(to: path, replacing: true) {
      while let (record, line) = lines.nextLine() {
        defer { index += 1 }
        if last[record.input] == index { return line + [0x0A] }
      }
      return nil
    }
  }
}

extension ManifestRecord {
  /// Equal texts of many records are kept once. Files that failed are worked on again, so that nobody
  /// asks why.
  fileprivate mutating func share(_ texts: inout Set<String>) {
    settings = texts.insert(settings).memberAfterInsert
    version = texts.insert(version).memberAfterInsert
    run = texts.insert(run).memberAfterInsert
    warnings = warnings.map { texts.insert($0).memberAfterInsert }
    leftOut = leftOut.map { texts.insert($0).memberAfterInsert }
    if case .kept(let reason)? = original {
      original = .kept(texts.insert(reason).memberAfterInsert)
    }
    reason = nil
  }
}

/// What a run that did not end was about to write: lines of the number of the run, input and output,
/// as JSON. Those of the last run in the file count.
private struct Begun {
  /// Empty if there was none.
  var run = ""
  var outputs: [(input: String, output: String)] = []

  init(_ path: String) throws(ConversionError) {
    let bytes: Bytes
    do throws(ByteSourceError) { bytes = try ByteSource(mapping: path).bytes } catch {
      throw ConversionError(.input, "\(path): \(error.reason.words)")
    }
    for line in Array(bytes).split(separator: UInt8(ascii: "\n")) {
      guard let line = Line(json: line) else { continue }
      if line.run != run { outputs = [] }
      run = line.run
      if let input = line.input, let output = line.output { outputs.append((input, output)) }
    }
  }

  private struct Line: Decodable {
    var run: String
    var input: String?
    var output: String?
  }

  /// A line for the run itself, and one for each output.
  static func lines(_ run: String, _ outputs: [(input: String, output: String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    let lines = Output { bytes += $0 }
    var json = JSONWriter(lines)
    func write(_ members: [(String, ReportValue?)]) {
      ReportValue.object([("run", .string(run))] + members).write(to: &json)
      lines.line()
    }
    write([])
    for (input, output) in outputs {
      write([("input", .string(input)), ("output", .string(output))])
    }
    lines.flush()
    return bytes
  }
}
