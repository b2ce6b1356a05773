import Conversion
import FieldCoding
import Files
import WorkerClient

extension Batch {
  /// Converts one file, unless an earlier run has done it.
  ///
  /// - Parameters:
  ///   - moving: gets the progress of a movie.
  ///   - begin: is called before any output of the file is made.
  /// - Returns: the result, and the reason why the run has to stop; nil if it can continue.
  func convert(
    _ file: File, _ names: OutputOwners, moving: @Sendable (MovieProgress) -> Void,
    begin: () throws(ConversionError) -> Void
  ) -> (Result, ConversionError?) {
    let clock = StageClock()
    let batch = timed(by: clock)
    guard let journal, let folder else {
      var result = Result(file: file)
      batch.convert(&result, OutputPaths(file, names, batch), moving)
      result.stages = clock.times
      return (result, nil)
    }
    do throws(ConversionError) {
      return try batch.convert(file, names, to: folder, journal, clock, moving, begin: begin)
    } catch {
      // The file cannot be examined now, and its record does not change.
      var result = Result(file: file)
      result.pictures = [.failure(error)]
      guard journal.record(of: file.input) == nil else { return (result, nil) }
      var record = ManifestRecord(input: file.input, outcome: .failed, byteCount: 0, modified: 0)
      record.reason = error.message
      return (result, failure { () throws(ConversionError) in try journal.append(record) })
    }
  }

  /// Converts one file into a folder. It throws if the system does not tell how files are.
  private func convert(
    _ file: File, _ names: OutputOwners, to folder: OutputTree, _ journal: Journal,
    _ clock: StageClock, _ moving: @Sendable (MovieProgress) -> Void,
    begin: () throws(ConversionError) -> Void
  ) throws(ConversionError) -> (Result, ConversionError?) {
    var result = Result(file: file)
    var paths = OutputPaths(file, names, self)
    // The stamp is taken before the file is read, so that a later change is noticed.
    let now = try ConversionError.input(FileStamp(file.path))
    let stamp = file.stamp ?? now
    if isChanged(file, since: stamp) {
      if isWatching {
        result.isLeft = true
        return (result, nil)
      }
      if now != nil { throw Batch.pairChanged }
    }
    var record = try ManifestRecord(file)
    let old = journal.record(of: file.input)
    // What the manifest does not have may be with the output.
    let isUnknown = old?.outcome ?? .failed == .failed
    let noted =
      isUnknown
      ? paths.firsts.firstNonNil { OutputNote(of: folder.path(of: $0))?.record(of: file) }
      : nil
    try removeLeftOvers(
      journal.takeLeftOvers(of: file.input), besides: (old?.outputs ?? []) + (noted?.outputs ?? []),
      paths, folder, journal)
    if let old, let kept = try keep(old, &record, file, folder, journal) { return kept }
    if let noted, let kept = try keep(noted, isLost: true, &record, file, folder, journal) {
      return kept
    }
    // The hash is taken before the conversion, for the same reason.
    if record.sha256 == nil { try record.hash(file) }
    if isWatching {
      result.missingEnd = Batch.missingEnd(file.path)
      result.isLeft = isChanged(file, since: stamp)
      if result.missingEnd != nil || result.isLeft { return (result, nil) }
    }
    if let refusal = try reasonToKeep(old, insteadOf: record, in: folder) {
      result.pictures = [.failure(refusal)]
      // The line of that photo stays.
      return (result, nil)
    }
    paths.sha256 = record.sha256
    if isUnknown, let same = try existing(record, paths, folder, journal, moving) {
      return adopt(same, file, folder, journal, clock)
    }
    if let failure = failure(begin) { return (result, failure) }
    if let old, try lacksMovieOnly(old, record, file, in: folder, journal) {
      record.takePictures(of: old)
      carryMovie(&result, paths, moving)
    } else {
      convert(&result, paths, moving)
    }
    if isWatching ? !result.failures.isEmpty : file.movie != nil, isChanged(file, since: stamp) {
      guard isWatching else {
        removeOutputs(of: result, in: folder)
        throw Batch.pairChanged
      }
      var result = Result(file: file)
      result.isLeft = true
      return (result, nil)
    }
    try add(result, to: &record, in: folder, clock)
    if record.outcome == .failed { try takeOver(&record, after: old, paths, folder, journal) }
    record.settings = settings(of: file)
    record.version = version
    if isWatching, let old { removeOutputs(of: old, besides: record, file, names, folder) }
    if deletesOriginals, record.outcome != .failed {
      return settle(result, record, folder, journal, clock)
    }
    result.stages = clock.times
    record.add(result.stages)
    OutputNote.write(record, of: file, in: folder)
    return (result, failure { () throws(ConversionError) in try journal.append(record) })
  }

  /// The reason why the outputs of an earlier run are not replaced: they are all that is left of another photo, which had
  /// the same name.
  private func reasonToKeep(
    _ old: ManifestRecord?, insteadOf record: ManifestRecord, in folder: OutputTree
  ) throws(ConversionError) -> ConversionError? {
    guard let old, let lost = try old.onlyCopy(below: folder.root), old.sha256 != record.sha256
    else { return nil }
    return ConversionError(
      .output,
      "another photo had this name, and \(lost) is all that is left of it; it is not replaced")
  }

  /// Adds outputs to the record of their file. If that is not possible, they are removed: without a line in the
  /// manifest they belong to no file, and the next run makes them again.
  private func add(
    _ result: Result, to record: inout ManifestRecord, in folder: OutputTree, _ clock: StageClock
  ) throws(ConversionError) {
    do throws(ConversionError) {
      try Optional(clock).during(.checking) { () throws(ConversionError) in
        try record.add(result, root: folder.root)
      }
    } catch {
      removeOutputs(of: result, in: folder)
      throw error
    }
  }

  /// Removes outputs that must not stay. They can be made again.
  private func removeOutputs(of result: Result, in folder: OutputTree) {
    for path in result.written {
      if let output = path.path(below: folder.root),
        let path = try? folder.preparedPath(of: output)
      {
        try? remove(path)
      }
    }
  }

  private static let pairChanged = ConversionError(
    .input, "it or its movie changed since they were found to belong together; run this again")

  /// Keeps the outputs of an earlier run if this run would make the same.
  ///
  /// - Parameters:
  ///   - isLost: whether the manifest has no such line, so that hashes have to prove it.
  ///   - record: gets the hashes of the file, if they are needed.
  private func keep(
    _ old: ManifestRecord, isLost: Bool = false, _ record: inout ManifestRecord, _ file: File,
    _ folder: OutputTree, _ journal: Journal
  ) throws(ConversionError) -> (Result, ConversionError?)? {
    guard !conversion.options.replacesFiles, try ConversionError.input(FileStamp(file.path)) != nil,
      try isThere(old, isLost: isLost, as: record, file, in: folder, journal)
    else { return nil }
    var old = old
    let hasSameMovie = old.movie?.stamp == record.movie?.stamp || hasLostMovie(old, file)
    let isTouched = old.stamp != record.stamp || !hasSameMovie
    if isTouched || isLost || checksContent {
      try record.hash(file)
      guard let hash = record.sha256, hash == old.sha256,
        hasSameMovie && !isLost || record.movie?.sha256 == old.movie?.sha256,
        !isLost || record.hasHashes
      else { return nil }
      if isTouched { old.takeStamps(of: record) }
    }
    if isLost { return adopt(old, file, folder, journal, nil) }
    var result = Result(file: file)
    result.isUnchanged = true
    if deletesOriginals { return settle(result, old, folder, journal, nil) }
    guard isTouched else { return (result, nil) }
    return (result, failure { () throws(ConversionError) in try journal.append(old) })
  }

  /// The earlier outputs of a file that fails now are kept, and stay in its record. Outputs of a run that did not
  /// end are removed.
  private func takeOver(
    _ record: inout ManifestRecord, after old: ManifestRecord?, _ paths: OutputPaths,
    _ folder: OutputTree, _ journal: Journal
  ) throws(ConversionError) {
    let made = Set(record.outputs.map(\.path))
    let earlier = (old?.outputs ?? []).filter { !made.contains($0.path) }
    let missing = paths.usual.filter { !made.contains($0) } + earlier.map(\.path)
    try removeLeftOvers(missing, besides: [], paths, folder, journal)
    for output in earlier where try isThere(output, in: folder) { record.outputs.append(output) }
  }

  /// Removes outputs of a run that did not end, except those that have a line.
  private func removeLeftOvers(
    _ outputs: [String], besides made: [ManifestRecord.File], _ paths: OutputPaths,
    _ folder: OutputTree, _ journal: Journal
  ) throws(ConversionError) {
    for output in outputs {
      let path = folder.path(of: output)
      let stamp = try ConversionError.output(FileStamp(path))
      guard !made.contains(where: { $0.path == output && $0.stamp == stamp }),
        !paths.names.isTaken(output, besides: paths.file),
        try ConversionError.output(journal.isLeftOver(output, at: path)),
        let path = try? folder.preparedPath(of: output)
      else { continue }
      // If it cannot be removed, a run that makes this output reports that its path is taken.
      try? remove(path)
    }
  }

  func failure(_ body: () throws(ConversionError) -> Void) -> ConversionError? {
    do throws(ConversionError) { try body() } catch { return error }
    return nil
  }

  /// Whether an output of an earlier run is unchanged.
  func isThere(
    _ output: ManifestRecord.File, in folder: OutputTree
  ) throws(ConversionError) -> Bool {
    try ConversionError.output(FileStamp(folder.path(of: output.path))) == output.stamp
  }

  /// Whether the outputs of an earlier run are the same as those that this run would make of the file.
  private func isThere(
    _ record: ManifestRecord, isLost: Bool = false, as new: ManifestRecord, _ file: File,
    in folder: OutputTree, _ journal: Journal
  ) throws(ConversionError) -> Bool {
    guard record.outcome != .failed, record.settings == settings(of: file),
      record.version == version,
      record.movie?.input == new.movie?.input || hasLostMovie(record, file),
      record.outcome == .inPlace || record.outputs.first != nil,
      conversion.options.hasSeveralOutputs || record.outcome == .inPlace
        || record.outputs.first?.path == file.output
    else { return false }
    let readsOutputs = isLost || checksContent || journal.isUnsure(file.input)
    for output in record.outputs {
      guard try isThere(output, in: folder), !isLost || output.sha256 != nil else { return false }
      if !readsOutputs || output.sha256 == nil { continue }
      let path = folder.path(of: output.path)
      let hash = try ConversionError.output(ContentHash.sha256(path))
      guard hash == output.sha256 else { return false }
    }
    return true
  }

  /// Whether the images of an earlier run are those of this run, and only the movie has to be copied, because it was
  /// added after its photo, or was replaced.
  private func lacksMovieOnly(
    _ old: ManifestRecord, _ new: ManifestRecord, _ file: File, in folder: OutputTree,
    _ journal: Journal
  ) throws(ConversionError) -> Bool {
    guard !conversion.options.replacesFiles, conversion.options.movies == .keep,
      file.movie != nil, let hash = new.sha256, hash == old.sha256
    else { return false }
    return try isThere(old.withoutMovie, as: new.withoutMovie, file, in: folder, journal)
  }

  func convert(
    _ result: inout Result, _ paths: OutputPaths, _ moving: @Sendable (MovieProgress) -> Void
  ) {
    let file = result.file
    defer { if let part = file.part { result.leave(part, conversion.options) } }
    if file.isMovie { return convertMovie(&result, paths, moving) }
    do throws(ConversionError) {
      if let reason = file.unknownMovie { throw ConversionError(.input, reason) }
      if let movie = file.movie, try ConversionError.input(FileStamp(movie.path)) == nil {
        throw ConversionError(.input, "its movie \(movie.path) cannot be read")
      }
      let photo = try PhotoFile(file.path, time: time)
      result.pictures = try photo.pictures(conversion.options).map { picture in
        do throws(ConversionError) {
          return .success(try convertPicture(picture, of: photo, paths))
        } catch {
          return .failure(error)
        }
      }
    } catch {
      result.pictures = [.failure(error)]
    }
    if result.failures.isEmpty { carryMovie(&result, paths, moving) }
  }

  private func carryMovie(
    _ result: inout Result, _ paths: OutputPaths, _ moving: @Sendable (MovieProgress) -> Void
  ) {
    guard let movie = result.file.movie else { return }
    do throws(ConversionError) {
      result.movie = .success(try carry(movie, result, paths, moving))
    } catch {
      result.movie = .failure(error)
    }
  }

  private func convertPicture(
    _ picture: Picture, of photo: PhotoFile, _ paths: OutputPaths
  ) throws(ConversionError) -> ConversionResult {
    let file = paths.file
    if let folder {
      let usual = folder.path(of: picture.output(file.output))
      if let left = try conversion.left(photo, at: usual, movie: file.movie?.path) { return left }
    }
    let (path, conversion) = try prepare(picture.output(file.output), paths)
    let movie = conversion.options.movies == .motionphoto ? file.movie?.path : nil
    return try conversion.convert(picture, of: photo, to: path, with: movie)
  }

  /// Writes the movie to the folder of the photo, unless it became a part of the photo.
  private func carry(
    _ movie: Movie, _ result: Result, _ paths: OutputPaths,
    _ moving: @Sendable (MovieProgress) -> Void
  ) throws(ConversionError) -> MovieResult {
    if conversion.options.movies == .motionphoto,
      let photo = result.results.first(where: \.hasMovie)
    {
      return MovieResult(
        action: .inside, output: photo.output,
        byteCount: try ConversionError.input(FileStamp(movie.path))?.size ?? 0)
    }
    guard let output = result.file.movieOutput else {
      throw ConversionError(.output, "its movie has no name")
    }
    if movieConversion != nil, conversion.options.movies == .keep {
      return MovieResult(try convert(movie: movie.path, to: output, paths, moving))
    }
    if let path = folder?.path(of: output),
      try ConversionError.output(isSameFile(movie.path, path)), !conversion.options.linksCopies
    {
      return MovieResult(action: .inPlace, output: path, byteCount: 0)
    }
    let (path, conversion) = try prepare(output, paths)
    return try conversion.carry(movie.path, to: path)
  }

  /// The path of an output, and the closure that writes it.
  private func prepare(
    _ output: String, _ paths: OutputPaths
  ) throws(ConversionError) -> (path: String, conversion: PhotoConverter) {
    let prepared = try paths.prepare(output)
    var conversion = conversion
    conversion.options.replacesFiles = prepared.replacesFiles
    return (prepared.path, conversion)
  }
}
