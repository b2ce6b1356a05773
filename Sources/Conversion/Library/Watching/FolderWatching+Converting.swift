import Conversion
import Files
import LivePhotos
import Synchronization
import WorkerClient

/// The processing of new files.
extension FolderWatching {
  /// Converts the files that have not changed for a moment.
  mutating func convertRested() -> ConversionError? {
    var due = rested()
    let hasNewPairs = read(&due)
    sayWhatIsIncomplete(after: FolderWatching.patience)
    guard !due.isEmpty || hasNewPairs, !EndSignals.haveCome else { return nil }

    let all = named()
    let files = all.filter { hasChanged($0, due) }
    outputs = Dictionary(all.map { ($0.path, $0.output) }, uniquingKeysWith: { a, _ in a })
    let left = Mutex<[String: String?]>([:])
    let observer = observer
    var batch = batch
    // A single photo may use all cores, which several would have shared.
    if files.count == 1, sharesCores { batch.useAllCores() }
    let failure = batch.run(
      files, among: all,
      each: { result in
        if result.missingEnd != nil || result.isLeft {
          left.withLock { $0[result.file.path] = .some(result.missingEnd) }
        } else {
          observer.write(result)
        }
      }, progress: observer.show)
    observer.showActivity(nil)
    take(due, files, but: left.withLock { $0 })
    if let failure { return failure }
    do throws(ConversionError) { try batch.journal?.rest() } catch { return error }
    return nil
  }

  /// The files that have been as they are for a moment.
  private mutating func rested() -> [String: FileStamp] {
    let now = ContinuousClock.now
    var due: [String: FileStamp] = [:]
    for (path, file) in waiting {
      let found: FileStamp?
      // If the system cannot tell now, it is tried again.
      do throws(SystemError) { found = try FileStamp(path) } catch { continue }
      guard let stamp = found else {
        forget(path)
        continue
      }
      if stamp != file.stamp {
        library?.forgetMovie(path)
        waiting[path] = Waiting(stamp: stamp, since: now, isNew: true)
      } else if file.missingEnd == nil, now - file.since >= .seconds(FolderWatching.rest),
        // Bytes that are written to a deleted file would be lost.
        !batch.deletesOriginals || (try? isOpenForWriting(path)) != true
      {
        due[path] = stamp
      }
    }
    return due
  }

  /// Groups files, and leaves incomplete movies, and photos that wait.
  ///
  /// - Returns: whether the groups have changed.
  private mutating func read(_ due: inout [String: FileStamp]) -> Bool {
    let observer = observer
    guard let incomplete = library?.read(due, progress: { observer.showActivity($0) }) else {
      return false
    }
    observer.showActivity(nil)
    for (path, reason) in incomplete {
      waiting[path]?.missingEnd = reason
      due[path] = nil
    }
    let hasNewPairs = library?.pair() ?? false
    guard batch.conversion.options.movies == .motionphoto else { return hasNewPairs }
    let coming = comingMovies
    for path in due.keys where awaitsMovie(path, coming) {
      guard let file = waiting[path], file.isNew,
        ContinuousClock.now - file.since < .seconds(FolderWatching.movieWait)
      else { continue }
      due[path] = nil
    }
    return hasNewPairs
  }

  /// Whether the movie of a photo may still be added: the photo states that it has one, or one with its name is being
  /// written.
  private func awaitsMovie(_ path: String, _ coming: Set<String>) -> Bool {
    guard let library, library.pairs[path] == nil else { return false }
    return library.hasIdentifier(path)
      || !coming.isEmpty && coming.contains(path.splitAtExtension.stem)
  }

  /// The names of incomplete movies, without their extensions.
  private var comingMovies: Set<String> {
    Set(
      waiting.keys.lazy.filter { InputTree.isMeant($0, MediaKind.movieExtensions) }
        .map { $0.splitAtExtension.stem })
  }

  /// All files with the names of their outputs, and with their movies.
  private func named() -> [Batch.File] {
    var files = RunFiles(
      kinds, trees, selection, extensions: [pathExtension], pairs: library?.pairs ?? [:],
      lastCopies: batch.journal?.lastCopies ?? [:]
    ).files
    let coming = comingMovies
    for index in files.indices {
      files[index].stamp = library?.stamp(files[index].path)
      if let movie = files[index].movie {
        files[index].movie?.stamp = library?.stamp(movie.path)
      } else {
        files[index].awaitsMovie = awaitsMovie(files[index].path, coming)
      }
    }
    return files
  }

  /// Whether something has to be done about a file.
  private func hasChanged(_ file: Batch.File, _ due: [String: FileStamp]) -> Bool {
    if due[file.path] != nil { return true }
    guard waiting[file.path] == nil else { return false }
    // A new file may have the name of an earlier one.
    if outputs[file.path, default: file.output] != file.output { return true }
    if let movie = file.movie { return movies[file.path] != movie }
    // A movie that was removed or is being written changes nothing; one that belongs to another photo does.
    if let movie = movies[file.path], library?.stamp(movie.path) != nil { return true }
    return awaiting.contains(file.path) && !file.awaitsMovie
  }

  /// Notes the results.
  ///
  /// - Parameter left: files that were left for later, some because their end is missing.
  private mutating func take(
    _ due: [String: FileStamp], _ files: [Batch.File], but left: [String: String?]
  ) {
    for (path, stamp) in due {
      // If the run ends before this file is begun, the next run does it.
      taken[path] = stamp
      if let reason = left[path] ?? nil {
        waiting[path]?.missingEnd = reason
      } else {
        waiting[path] = nil
        // Another program may have continued to write it.
        look(at: path)
      }
    }
    for file in files {
      if let movie = file.movie { look(at: movie.path) }
      guard left[file.path] == nil else {
        taken[file.path] = nil
        look(at: file.path)
        continue
      }
      movies[file.path] = file.movie
      if file.awaitsMovie { awaiting.insert(file.path) } else { awaiting.remove(file.path) }
    }
  }

  /// Informs the user about incomplete files, once for each.
  mutating func sayWhatIsIncomplete(after patience: Double) {
    let late = waiting.filter { _, file in
      file.missingEnd != nil && ContinuousClock.now - file.since >= .seconds(patience)
    }
    for (path, file) in late.sorted(by: { $0.key < $1.key }) where told.insert(path).inserted {
      observer.write(incomplete: path, file.missingEnd ?? "")
    }
  }
}
