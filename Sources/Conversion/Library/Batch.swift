public import Conversion
import Files
import Synchronization
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
