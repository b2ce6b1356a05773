import CodecJob
import Exif
package import FileAccess
import Synchronization
import Threading

/// Many files that are converted, several at a time, each whatever becomes of the others.
public struct Batch: Sendable {
  public struct File: Sendable, Equatable {
    public var path: String
    /// By which the manifest knows it.
    public var input: String
    /// Below the output folder; without one, a path.
    public var output: String
    /// The movie, if the file is the still of a Live Photo.
    public var movie: Movie?
    /// Whether its movie may still come, so that it does not go.
    public var awaitsMovie = false
    /// As it was when its movie was looked for; nil if that was not done, or long ago.
    package var stamp: FileStamp?

    /// Its own, and that of its movie.
    var paths: [String] { [path] + (movie.map { [$0.path] } ?? []) }

    public init(path: String, input: String, output: String) {
      self.path = path
      self.input = input
      self.output = output
    }
  }

  public struct Movie: Sendable, Equatable {
    public var path: String
    /// By which the manifest knows it.
    public var input: String
    /// As it was when it was all there; nil if nobody looked.
    package var stamp: FileStamp?

    public init(path: String, input: String) {
      self.path = path
      self.input = input
    }
  }

  /// What became of a file.
  public struct Result: Sendable {
    public var file: File
    /// Of each of its pictures; one failure if the file cannot be read. Empty if nothing had to be done.
    public var pictures: [Swift.Result<ConversionResult, ConversionError>] = []
    /// Nil if the file has none that was to be carried along.
    public var movie: Swift.Result<MovieResult, ConversionError>?
    /// What became of the file itself, if originals are to be deleted.
    public var original: ManifestRecord.Original?
    /// An earlier run has done it.
    public var isUnchanged = false
    /// Why it is not all there yet, and was left for later.
    public var missingEnd: String?
    /// Somebody was changing it, or its movie, so that it was left for later.
    public var isLeft = false
    public var seconds: Double = 0

    public var failures: [ConversionError] {
      let movies: [ConversionError] = if case .failure(let error)? = movie { [error] } else { [] }
      return pictures.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        + movies
    }
    public var results: [ConversionResult] { pictures.compactMap { try? $0.get() } }
  }

  /// How far a run is.
  public struct Progress: Sendable {
    public var total = 0
    public var done = 0
    public var failed = 0
    public var unchanged = 0
    public var seconds: Double = 0

    /// Files in a second, apart from those that were there.
    public var rate: Double { seconds > 0 ? Double(done - unchanged) / seconds : 0 }
    /// In seconds; nil as long as nothing is known.
    public var timeLeft: Double? { rate > 0 ? Double(total - done) / rate : nil }
  }

  public var conversion: StillConversion
  /// How many files are decoded at once; while that goes on, a further one is made ready or finished.
  public var jobs = 1
  /// Outside of which nothing is written.
  public var folder: OutputTree?
  public var journal: Journal?
  /// Whether what the journal says is compared with the bytes of inputs and outputs, and not with
  /// their size and time only.
  public var checksContent = false
  /// Whether originals go of which the output shows the same, and nothing is left out.
  public var deletesOriginals = false
  /// Of Boxwalk; another one makes outputs anew.
  public var version = ""
  /// The folders into which files come while it runs: those that are not all there yet, or go again,
  /// are left for later. Empty if none do.
  public var watchedFolders: [String] = []
  /// Whether no more files are begun.
  public var isEnding: @Sendable () -> Bool = { false }
  /// The second of a film's picture, if one is chosen.
  public var time: Double?

  public init(_ conversion: StillConversion) { self.conversion = conversion }

  // MARK: The run

  /// Converts the files.
  ///
  /// - Parameters:
  ///   - all: these and those of earlier calls, if there were any, whose names are theirs.
  ///   - each: is told what became of each file, in the order of the files, one at a time.
  ///   - progress: is told now and then how far it is.
  /// - Returns: why the run had to stop before its end.
  public func run(
    _ files: [File], among all: [File]? = nil, each: @Sendable (Result) -> Void,
    progress: @Sendable (Progress) -> Void = { _ in }
  ) -> ConversionError? {
    let start = ContinuousClock.now
    let queue = Mutex(Queue(total: files.count))
    let reports = Mutex(Reports())
    let names = WrittenNames(all ?? files)
    let begun = Mutex<Set<Int>>([])
    Threads.run(min(jobs > 1 ? jobs + 1 : 1, max(files.count, 1))) { _ in
      while true {
        let index: Int? = queue.withLock { queue in
          guard queue.failure == nil, queue.next < files.count, !isEnding() else { return nil }
          defer { queue.next += 1 }
          return queue.next
        }
        guard let index else { return }
        let (result, failure) = convert(files[index], names) { () throws(ConversionError) in
          let first = index / Batch.portion * Batch.portion
          try begun.withLock { (begun) throws(ConversionError) in
            guard !begun.contains(first) else { return }
            try begin(files[first..<min(files.count, first + Batch.portion)])
            begun.insert(first)
          }
        }
        let state: Progress? = queue.withLock { queue in
          if let failure { queue.failure = failure }
          let elapsed = (ContinuousClock.now - start) / .seconds(1)
          queue.progress.done += 1
          if result.isUnchanged { queue.progress.unchanged += 1 }
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

  /// The outputs of so many files are noted in the journal at once, before one of them is made.
  private static let portion = 64

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

  /// Notes which outputs will be made, of those that do not belong to somebody else.
  private func begin(_ files: ArraySlice<File>) throws(ConversionError) {
    guard let journal, let folder else { return }
    let outputs = files.flatMap { file in
      usualOutputs(of: file).filter { mayWrite($0, at: folder.path(of: $0), journal) }
        .map { (input: file.input, output: $0) }
    }
    if !outputs.isEmpty { try journal.begin(outputs) }
  }

  /// If it becomes one picture.
  private func usualOutputs(of file: File) -> [String] {
    let movie = conversion.options.movies == .keep ? file.movieOutput : nil
    return [file.output] + (movie.map { [$0] } ?? [])
  }

  /// Whether nothing is there that is somebody else's, or all that is left of a photo.
  ///
  /// - Parameter sha256: of the input; what was made of the same bytes may be made again.
  private func mayWrite(
    _ output: String, at path: String, _ journal: Journal, _ sha256: String? = nil
  ) -> Bool {
    if PathKind(path) == .nothing { return true }
    if let original = journal.deletedOriginal(of: output),
      sha256 == nil || original.sha256 != sha256
    {
      return false
    }
    return conversion.options.replacesFiles || journal.owns(output, at: path)
  }

  // MARK: A file

  /// - Parameter begin: is called before something is made of the file.
  /// - Returns: what became of it, and why the run has to stop, if it has.
  private func convert(
    _ file: File, _ names: WrittenNames, begin: () throws(ConversionError) -> Void
  ) -> (Result, ConversionError?) {
    let start = ContinuousClock.now
    var result = Result(file: file)
    guard let journal, let folder else {
      convert(&result, names, folder, nil, nil)
      result.seconds = (ContinuousClock.now - start) / .seconds(1)
      return (result, nil)
    }
    // Taken before the file is read: who changes it now will have it read again.
    let stamp = file.stamp ?? FileStamp(file.path)
    if isWatching, isChanged(file, since: stamp) {
      result.isLeft = true
      return (result, nil)
    }
    var record = ManifestRecord(file)
    let old = journal.record(of: file.input)
    removeLeftOvers(
      journal.takeLeftOvers(of: file.input), besides: old?.outputs ?? [], file, names, folder,
      journal)
    if !conversion.options.replacesFiles, var old, FileStamp(file.path) != nil,
      isThere(old, as: record, file, in: folder, journal)
    {
      let hasSameMovie = old.movie?.stamp == record.movie?.stamp || hasLostMovie(old, file)
      let isTouched = old.stamp != record.stamp || !hasSameMovie
      if !isTouched, !checksContent {
        result.isUnchanged = true
        return deletesOriginals ? settle(result, old, folder, journal) : (result, nil)
      }
      record.hash(file)
      if let hash = record.sha256, hash == old.sha256,
        hasSameMovie || record.movie?.sha256 == old.movie?.sha256
      {
        result.isUnchanged = true
        if isTouched { old.takeStamps(of: record) }
        if deletesOriginals { return settle(result, old, folder, journal) }
        guard isTouched else { return (result, nil) }
        return (result, failure { () throws(ConversionError) in try journal.append(old) })
      }
    } else {
      // Before the conversion, for the same reason.
      record.hash(file)
    }
    if isWatching {
      result.missingEnd = Batch.missingEnd(file.path)
      result.isLeft = isChanged(file, since: stamp)
      if result.missingEnd != nil || result.isLeft { return (result, nil) }
    }
    if let old, let lost = old.onlyCopy(below: folder.root), old.sha256 != record.sha256 {
      result.pictures = [
        .failure(
          ConversionError(
            .output,
            "another photo had this name, of which \(lost) is all that is left; it is not replaced")
        )
      ]
      // The line of that photo stays.
      return (result, nil)
    }
    if let failure = failure(begin) { return (result, failure) }
    if let old, lacksMovieOnly(old, record, file, in: folder, journal) {
      record.takePictures(of: old)
      carryMovie(&result, names, folder, journal, record.sha256)
    } else {
      convert(&result, names, folder, journal, record.sha256)
    }
    result.seconds = (ContinuousClock.now - start) / .seconds(1)
    if isWatching, !result.failures.isEmpty, isChanged(file, since: stamp) {
      var result = Result(file: file)
      result.isLeft = true
      return (result, nil)
    }
    record.add(result, root: folder.root)
    if record.outcome == .failed { takeOver(&record, after: old, file, names, folder, journal) }
    record.settings = settings
    record.version = version
    if isWatching, let old { removeOutputs(of: old, besides: record, file, names, folder) }
    if deletesOriginals, record.outcome != .failed {
      return settle(result, record, folder, journal)
    }
    return (result, failure { () throws(ConversionError) in try journal.append(record) })
  }

  /// What an earlier run made of a file that fails now stays, and stays ours; what a run left that did
  /// not end goes.
  private func takeOver(
    _ record: inout ManifestRecord, after old: ManifestRecord?, _ file: File,
    _ names: WrittenNames, _ folder: OutputTree, _ journal: Journal
  ) {
    let made = Set(record.outputs.map(\.path))
    let earlier = (old?.outputs ?? []).filter { !made.contains($0.path) }
    let missing = usualOutputs(of: file).filter { !made.contains($0) } + earlier.map(\.path)
    removeLeftOvers(missing, besides: [], file, names, folder, journal)
    record.outputs += earlier.filter { FileStamp(folder.path(of: $0.path)) == $0.stamp }
  }

  /// Removes outputs that are there because a run did not end, but for those that have a line.
  private func removeLeftOvers(
    _ outputs: [String], besides made: [ManifestRecord.File], _ file: File, _ names: WrittenNames,
    _ folder: OutputTree, _ journal: Journal
  ) {
    for output in outputs {
      let stamp = FileStamp(folder.path(of: output))
      guard !made.contains(where: { $0.path == output && $0.stamp == stamp }),
        !names.isTaken(output, besides: file),
        journal.isLeftOver(output, at: folder.path(of: output)),
        let path = try? folder.place(output)
      else { continue }
      // If it cannot be removed, a run that makes this output finds it in its way, and says so.
      try? remove(path)
    }
  }

  private func failure(_ body: () throws(ConversionError) -> Void) -> ConversionError? {
    do throws(ConversionError) { try body() } catch { return error }
    return nil
  }

  /// Whether the outputs of an earlier run are what this run would make of the same file.
  private func isThere(
    _ record: ManifestRecord, as new: ManifestRecord, _ file: File, in folder: OutputTree,
    _ journal: Journal
  ) -> Bool {
    guard record.outcome != .failed, record.settings == settings, record.version == version,
      record.movie?.input == new.movie?.input || hasLostMovie(record, file),
      let stem = record.outputs.first?.path,
      conversion.options.hasSeveralOutputs || stem == file.output
    else { return false }
    let readsOutputs = checksContent || journal.isUnsure(file.input)
    return record.outputs.allSatisfy { output in
      let path = folder.path(of: output.path)
      guard FileStamp(path) == output.stamp else { return false }
      return !readsOutputs || output.sha256 == nil || ContentHash.sha256(path) == output.sha256
    }
  }

  /// Whether the pictures of an earlier run are what this run would make, and only the movie has to be
  /// carried along: it came later than its photo, or is another one now.
  private func lacksMovieOnly(
    _ old: ManifestRecord, _ new: ManifestRecord, _ file: File, in folder: OutputTree,
    _ journal: Journal
  ) -> Bool {
    guard !conversion.options.replacesFiles, conversion.options.movies == .keep,
      file.movie != nil, let hash = new.sha256, hash == old.sha256
    else { return false }
    return isThere(old.withoutMovie, as: new.withoutMovie, file, in: folder, journal)
  }

  private func convert(
    _ result: inout Result, _ names: WrittenNames, _ folder: OutputTree?, _ journal: Journal?,
    _ sha256: String?
  ) {
    let file = result.file
    do throws(ConversionError) {
      if let movie = file.movie, FileStamp(movie.path) == nil {
        throw ConversionError(.input, "its movie \(movie.path) cannot be read")
      }
      let photo = try PhotoFile(file.path, time: time)
      result.pictures = try photo.pictures(conversion.options).map { picture in
        do throws(ConversionError) {
          return .success(try convert(picture, of: photo, file, names, folder, journal, sha256))
        } catch {
          return .failure(error)
        }
      }
    } catch {
      result.pictures = [.failure(error)]
    }
    if result.failures.isEmpty { carryMovie(&result, names, folder, journal, sha256) }
  }

  private func carryMovie(
    _ result: inout Result, _ names: WrittenNames, _ folder: OutputTree?, _ journal: Journal?,
    _ sha256: String?
  ) {
    guard let movie = result.file.movie else { return }
    do throws(ConversionError) {
      result.movie = .success(try carry(movie, result, names, folder, journal, sha256))
    } catch {
      result.movie = .failure(error)
    }
  }

  private func convert(
    _ picture: Picture, of photo: PhotoFile, _ file: File, _ names: WrittenNames,
    _ folder: OutputTree?, _ journal: Journal?, _ sha256: String?
  ) throws(ConversionError) -> ConversionResult {
    let place = try place(picture.output(file.output), of: file, names, folder, journal, sha256)
    let movie = conversion.options.movies == .motionphoto ? file.movie?.path : nil
    return try place.conversion.convert(picture, of: photo, to: place.path, with: movie)
  }

  /// Puts the movie beside the photo, unless it became a part of it.
  private func carry(
    _ movie: Movie, _ result: Result, _ names: WrittenNames, _ folder: OutputTree?,
    _ journal: Journal?, _ sha256: String?
  ) throws(ConversionError) -> MovieResult {
    if conversion.options.movies == .motionphoto,
      let photo = result.results.first(where: \.hasMovie)
    {
      return MovieResult(
        action: .inside, output: photo.output, byteCount: FileStamp(movie.path)?.size ?? 0)
    }
    guard let output = result.file.movieOutput else {
      throw ConversionError(.output, "its movie has no name")
    }
    if let path = folder.map({ $0.path(of: output) }), isSameFile(movie.path, path),
      !conversion.options.linksCopies
    {
      return MovieResult(action: .inPlace, output: path, byteCount: 0)
    }
    let place = try place(output, of: result.file, names, folder, journal, sha256)
    return try place.conversion.carry(movie.path, to: place.path)
  }

  /// Where an output is written, and what may be replaced there.
  private func place(
    _ output: String, of file: File, _ names: WrittenNames, _ folder: OutputTree?,
    _ journal: Journal?, _ sha256: String?
  ) throws(ConversionError) -> (path: String, conversion: StillConversion) {
    if let other = names.take(output, for: file) {
      throw ConversionError(.output, "\(output) is already written from \(other)")
    }
    let path = try folder?.place(output) ?? output
    var conversion = conversion
    guard let journal else { return (path, conversion) }
    let original = journal.deletedOriginal(of: output)
    if mayWrite(output, at: path, journal, sha256) {
      if output != file.output || original != nil { try journal.begin([(file.input, output)]) }
      conversion.options.replacesFiles = PathKind(path) != .nothing
    } else if let original {
      throw ConversionError(
        .output, "\(output) is all that is left of \(original.input), and is not replaced")
    }
    return (path, conversion)
  }

  /// What makes a difference for the output, in words; the same for the same outputs.
  private var settings: String { conversion.options.settings(time: time) }
}

/// Which files the outputs of a run belong to, also where two names are one to the file system.
final class WrittenNames: Sendable {
  private let planned: [NameHash: Int]
  private let files: [Batch.File]
  private let others = Mutex<[String: String]>([:])

  init(_ files: [Batch.File]) {
    self.files = files
    var planned: [NameHash: Int] = [:]
    planned.reserveCapacity(files.count)
    for (index, file) in files.enumerated() {
      for output in [file.output, file.movieOutput].compactMap(\.self) {
        let name = NameHash(OutputNames.key(output))
        planned[name] = planned[name] ?? index
      }
    }
    self.planned = planned
  }

  /// - Returns: the file that has the name already.
  func take(_ output: String, for file: Batch.File) -> String? {
    let key = OutputNames.key(output)
    if let owner = planned[NameHash(key)] { return files[owner] == file ? nil : files[owner].path }
    return others.withLock { others in
      defer { others[key] = others[key] ?? file.path }
      return others[key]
    }
  }

  /// Whether a name is, or will be, that of an output of another file.
  func isTaken(_ output: String, besides file: Batch.File) -> Bool {
    let key = OutputNames.key(output)
    if let owner = planned[NameHash(key)] { return files[owner] != file }
    return others.withLock { $0[key].map { $0 != file.path } ?? false }
  }
}

extension ConversionOptions {
  /// Whether a file may become several, with names of their own.
  fileprivate var hasSeveralOutputs: Bool { selection == .all || writesAuxiliaryImages }

  fileprivate func settings(time: Double?) -> String {
    var words = [format.rawValue, "quality \(quality ?? format.quality)"]
    if let bitDepth { words.append("\(bitDepth) bits") }
    switch selection {
    case .primary: break
    case .item(let id): words.append("item \(id)")
    case .all: words.append("all pictures")
    }
    if let thumbnailSide { words.append("thumbnail \(thumbnailSide)") }
    if let longerSide { words.append("at most \(longerSide)") }
    if writesAuxiliaryImages { words.append("auxiliary images") }
    if !mapsTones { words.append("no tone mapping") }
    if !keepsGainMap { words.append("no gain map") }
    if colour != .keep { words.append("colours \(colour.rawValue)") }
    if stripping != .nothing { words.append("without \(stripping.words)") }
    if linksCopies { words.append("links") }
    if !decodesCopies, !format.isHEIF { words.append("copies not decoded") }
    switch movies {
    case .keep: break
    case .motionphoto: words.append("motion photos")
    case .skip: words.append("no movies")
    }
    if let time { words.append("at \(time) s") }
    return words.joined(separator: ", ")
  }
}
