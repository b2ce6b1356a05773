public import Conversion
import FieldCoding
package import Files
import ISOBMFF
import Synchronization
import Verification
public import WorkerClient

/// Converts many files, several at a time. If one fails, the others continue.
public struct Batch: Sendable {
  /// The converter for images.
  public var conversion: PhotoConverter
  /// The converter for movies; nil if movies of Live Photos are only copied.
  public var movieConversion: MovieConverter?
  /// Makes a loop from each movie that does not belong to a Live Photo; nil if no loops are made.
  public var loopMaker: LoopMaker?
  /// The number of files that are decoded at the same time; one more file may be prepared or finished.
  public var jobs = 1
  /// The output folder. Nothing is written outside of it; nil for no restriction.
  public var folder: OutputTree? {
    didSet {
      conversion.options.root = folder?.folder
      movieConversion?.options.root = folder?.folder
      loopMaker?.options.root = folder?.folder
    }
  }
  /// Whether each file is flushed to the disk before it gets its name; if not, the caller has to do that.
  public var syncsFiles = true {
    didSet {
      conversion.options.syncsFiles = syncsFiles
      movieConversion?.options.syncsFiles = syncsFiles
      loopMaker?.options.syncsFiles = syncsFiles
    }
  }
  /// The journal of the outputs; nil if there is none.
  public var journal: Journal?
  /// Whether the journal is compared with all bytes of inputs and outputs, and not only with their sizes and
  /// times.
  public var checksContent = false
  /// Whether originals are deleted if the output shows the same image and nothing is left out.
  public var deletesOriginals = false
  /// The version of Boxwalk; files of another version are converted again.
  public var version = ""
  /// The folders in which new files appear during the run. Files that are still incomplete, or that disappear, are
  /// postponed. Empty if there are none.
  public var watchedFolders: [String] = []
  /// Returns whether the run should end, so that no further files are started.
  public var isEnding: @Sendable () -> Bool = { false }
  /// The time of the image in an image sequence, in seconds; nil for the usual image.
  public var time: Double?

  /// A run that converts one file at a time, without an output folder or a journal.
  public init(_ conversion: PhotoConverter) { self.conversion = conversion }

  /// The same run, whose work on a file is counted by a clock.
  func timed(by clock: StageClock) -> Batch {
    var batch = self
    batch.conversion.options.worker = conversion.options.worker.timed(by: clock)
    batch.movieConversion?.worker = conversion.options.worker.timed(by: clock)
    batch.loopMaker?.worker = conversion.options.worker.timed(by: clock)
    return batch
  }

  /// Gives a single file all cores, which several files would have shared.
  mutating func useAllCores() {
    conversion.options.threads = 0
    movieConversion?.options.threads = 0
    loopMaker?.options.threads = 0
  }

  // MARK: The run

  /// Converts the files.
  ///
  /// - Parameters:
  ///   - all: these files and those of earlier calls, which keep their names.
  ///   - each: is called with the result for each file, in the order of the files, one at a time.
  ///   - progress: is called from time to time with the progress.
  /// - Returns: why the run had to stop before its end; nil if it did not.
  public func run(
    _ files: [File], among all: [File]? = nil, each: @Sendable (Result) -> Void,
    progress: @Sendable (Progress) -> Void = { _ in }
  ) -> ConversionError? {
    let start = ContinuousClock.now
    let queue = Mutex(Queue(total: files.count))
    let sizes =
      movieConversion == nil && loopMaker == nil
      ? [] : files.map { (try? FileStamp($0.path))?.size ?? 0 }
    queue.withLock { $0.progress.byteCount = sizes.reduce(0, +) }
    /// Notes the progress of a movie, and reports it.
    @Sendable func note(_ movie: MovieProgress?, _ path: String) {
      let state: Progress = queue.withLock { queue in
        queue.progress.movies[path] = movie
        queue.progress.seconds = (ContinuousClock.now - start) / .seconds(1)
        return queue.progress
      }
      if movie != nil { progress(state) }
    }
    let reports = Mutex(Reports())
    let names = OutputOwners(all ?? files)
    let begun = Mutex<Set<Int>>([])
    Threads.run(min(jobs > 1 ? jobs + 1 : 1, max(files.count, 1))) { _ in
      while true {
        let index: Int? = queue.withLock { queue in
          guard queue.failure == nil, queue.next < files.count, !isEnding() else { return nil }
          defer { queue.next += 1 }
          return queue.next
        }
        guard let index else { return }
        let path = files[index].path
        let (result, failure) = convert(files[index], names, moving: { note($0, path) }) {
          () throws(ConversionError) in
          let first = index / Batch.portion * Batch.portion
          try begun.withLock { (begun) throws(ConversionError) in
            guard !begun.contains(first) else { return }
            try begin(files[first..<min(files.count, first + Batch.portion)], names)
            begun.insert(first)
          }
        }
        let state: Progress? = queue.withLock { queue in
          if let failure { queue.failure = failure }
          let elapsed = (ContinuousClock.now - start) / .seconds(1)
          queue.progress.done += 1
          queue.progress.movies[path] = nil
          if result.isUnchanged { queue.progress.unchanged += 1 }
          if !sizes.isEmpty {
            queue.progress.doneByteCount += result.isUnchanged ? 0 : sizes[index]
            queue.progress.unchangedByteCount += result.isUnchanged ? sizes[index] : 0
          }
          if !result.failures.isEmpty { queue.progress.failed += 1 }
          let isDue = elapsed - queue.progress.seconds > 0.1
          if isDue { queue.progress.seconds = elapsed }
          return isDue ? queue.progress : nil
        }
        // Results that come early wait for those before them.
        reports.withLock { reports in
          reports.waiting[index] = result
          while let result = reports.waiting.removeValue(forKey: reports.next) {
            each(result)
            reports.next += 1
          }
        }
        if let state { progress(state) }
      }
    }
    return queue.withLock { $0.failure }
  }

  /// The outputs of this number of files are noted in the journal at once, before the first of them is made.
  private static let portion = 64

  /// Notes which outputs will be made; those that belong to others are left out.
  private func begin(
    _ files: ArraySlice<File>, _ names: OutputOwners
  ) throws(ConversionError) {
    guard let journal, folder != nil else { return }
    var outputs: [BegunOutput] = []
    for file in files {
      let paths = OutputPaths(file, names, self)
      // If the system cannot tell whether the path is taken, the file fails later.
      for output in paths.usual where (try? paths.mayWrite(output)) == true {
        if let begun = try? paths.begun(output) { outputs.append(begun) }
      }
    }
    if !outputs.isEmpty { try journal.begin(outputs) }
  }

  private struct Queue {
    var next = 0
    var progress = Progress()
    var failure: ConversionError?

    init(total: Int) { progress.total = total }
  }

  private struct Reports {
    var next = 0
    var waiting: [Int: Result] = [:]
  }
}

extension Batch {
  var isWatching: Bool { !watchedFolders.isEmpty }

  /// The reason why a file is not complete yet; nil if it is, or cannot be read.
  static func missingEnd(_ path: String) -> String? {
    // A file that still changes is read again.
    guard let source = try? ByteSource(mapping: path, isWatched: false) else { return nil }
    return ExaminedFile(source.bytes, name: path).missingEnd
  }

  /// Whether a file was written or removed since, or its movie since that was all there.
  func isChanged(_ file: File, since stamp: FileStamp?) -> Bool {
    // If the system cannot tell, the file counts as changed, and it is examined again.
    if stamp == nil || (try? FileStamp(file.path)) != stamp { return true }
    guard let movie = file.movie, let whole = movie.stamp else { return false }
    return (try? FileStamp(movie.path)) != whole
  }

  /// Whether the movie that an earlier run copied no longer exists, or is being written. Then its outputs are kept,
  /// like the outputs of removed photos.
  func hasLostMovie(_ record: ManifestRecord, _ file: File) -> Bool {
    guard isWatching, file.movie == nil, let movie = record.movie else { return false }
    return path(ofWhole: movie.input) == nil
  }

  /// The path of an input, if it exists and is complete.
  private func path(ofWhole input: String) -> String? {
    // If two folders have a file of the same name, the manifest has the whole path.
    watchedFolders.map { input.path(below: $0) != nil ? input : $0.asFolder + input }.first {
      (try? FileStamp($0)) != nil && Batch.missingEnd($0) == nil
    }
  }

  /// Removes outputs of a file under names that it no longer uses, because another file that owns these names,
  /// or whose movie it is, has been added. Files of other programs, and the outputs of deleted originals, are
  /// kept.
  func removeOutputs(
    of old: ManifestRecord, besides new: ManifestRecord, _ file: File, _ names: OutputOwners,
    _ folder: OutputTree
  ) {
    guard new.outcome != .failed, old.original != .deleted, old.settings == new.settings else {
      return
    }
    for output in old.outputs where !new.outputs.contains(where: { $0.path == output.path }) {
      if output.path == old.movie?.output, old.movie?.action != .inside {
        guard let movie = old.movie, let path = path(ofWhole: movie.input),
          (try? FileStamp(path)) == movie.stamp
        else { continue }
      }
      guard !names.isTaken(output.path, besides: file),
        (try? isThere(output, in: folder)) == true,
        let path = try? folder.preparedPath(of: output.path)
      else { continue }
      // A file that cannot be removed does no harm.
      try? remove(path)
    }
  }
}

/// A part of a list of files, with an `index` in `0..<count`.
///
/// The index for a file is the 64-bit FNV-1a hash of the bytes of its relative path, modulo `count`. It is the same on
/// every machine, and does not depend on the other files in the list.
public struct BatchShard: Sendable, Hashable {
  /// The number of this part, from 0.
  public let index: Int
  /// The number of all parts, at least 1.
  public let count: Int

  /// Reads a text such as `0/4`. Nil for other texts, and if the index is not below the count.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), count > 0,
      (0..<count).contains(index)
    else { return nil }
    self.index = index
    self.count = count
  }

  /// Whether the file with a relative path belongs to this part.
  public func takes(_ path: String) -> Bool {
    BatchShard.hash(path) % UInt64(count) == UInt64(index)
  }

  /// FNV-1a of 64 bits.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// The files that this command and earlier runs wrote. They are not inputs if outputs are in the folders of their
/// originals.
package struct MadeOutputs: Sendable {
  /// The root of the outputs, without links.
  private let root: String
  private let journal: Journal

  /// Finds the outputs. Nil if nothing was written.
  package init?(_ folder: String, _ journal: Journal?) throws(SystemError) {
    guard let journal, let root = try pathWithoutLinks(folder) else { return nil }
    self.root = root
    self.journal = journal
  }

  /// Whether a file was made by a run, and not changed since.
  package func contains(_ path: String) throws(SystemError) -> Bool {
    let (folder, name) = path.splitAtName
    guard let folder = try pathWithoutLinks(folder.isEmpty ? "." : folder),
      let output = (folder.asFolder + name).path(below: root)
    else { return false }
    if try journal.owns(output, at: path) { return true }
    return try OutputNote(of: path)?.isOutput(at: path) ?? false
  }
}
