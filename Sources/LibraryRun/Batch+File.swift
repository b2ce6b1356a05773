import StillConversion
import SystemAccess
import WorkerClient

extension Batch {
  /// Converts one file, unless an earlier run has done it.
  ///
  /// - Parameter begin: is called before something is made of the file.
  /// - Returns: what became of it, and why the run has to stop, if it has.
  func convert(
    _ file: File, _ names: WrittenNames, begin: () throws(ConversionError) -> Void
  ) -> (Result, ConversionError?) {
    let start = ContinuousClock.now
    var result = Result(file: file)
    var places = OutputPlaces(file, names, self)
    guard let journal, let folder else {
      convertPictures(&result, places)
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
      journal.takeLeftOvers(of: file.input), besides: old?.outputs ?? [], places, folder, journal)
    if let old, let kept = keep(old, &record, file, folder, journal) { return kept }
    // The hash is taken before the conversion, for the same reason.
    if record.sha256 == nil { record.hash(file) }
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
    places.sha256 = record.sha256
    if let old, lacksMovieOnly(old, record, file, in: folder, journal) {
      record.takePictures(of: old)
      carryMovie(&result, places)
    } else {
      convertPictures(&result, places)
    }
    result.seconds = (ContinuousClock.now - start) / .seconds(1)
    if isWatching, !result.failures.isEmpty, isChanged(file, since: stamp) {
      var result = Result(file: file)
      result.isLeft = true
      return (result, nil)
    }
    record.add(result, root: folder.root)
    if record.outcome == .failed { takeOver(&record, after: old, places, folder, journal) }
    record.settings = settings
    record.version = version
    if isWatching, let old { removeOutputs(of: old, besides: record, file, names, folder) }
    if deletesOriginals, record.outcome != .failed {
      return settle(result, record, folder, journal)
    }
    return (result, failure { () throws(ConversionError) in try journal.append(record) })
  }

  /// Leaves the outputs of an earlier run as they are, if this run would make the same.
  ///
  /// - Parameter record: gets the hashes of the file, where they have to be known.
  private func keep(
    _ old: ManifestRecord, _ record: inout ManifestRecord, _ file: File, _ folder: OutputTree,
    _ journal: Journal
  ) -> (Result, ConversionError?)? {
    guard !conversion.options.replacesFiles, FileStamp(file.path) != nil,
      isThere(old, as: record, file, in: folder, journal)
    else { return nil }
    var old = old
    let hasSameMovie = old.movie?.stamp == record.movie?.stamp || hasLostMovie(old, file)
    let isTouched = old.stamp != record.stamp || !hasSameMovie
    if isTouched || checksContent {
      record.hash(file)
      guard let hash = record.sha256, hash == old.sha256,
        hasSameMovie || record.movie?.sha256 == old.movie?.sha256
      else { return nil }
      if isTouched { old.takeStamps(of: record) }
    }
    var result = Result(file: file)
    result.isUnchanged = true
    if deletesOriginals { return settle(result, old, folder, journal) }
    guard isTouched else { return (result, nil) }
    return (result, failure { () throws(ConversionError) in try journal.append(old) })
  }

  /// What an earlier run made of a file that fails now stays, and stays ours; what a run left that did
  /// not end goes.
  private func takeOver(
    _ record: inout ManifestRecord, after old: ManifestRecord?, _ places: OutputPlaces,
    _ folder: OutputTree, _ journal: Journal
  ) {
    let made = Set(record.outputs.map(\.path))
    let earlier = (old?.outputs ?? []).filter { !made.contains($0.path) }
    let missing = places.usual.filter { !made.contains($0) } + earlier.map(\.path)
    removeLeftOvers(missing, besides: [], places, folder, journal)
    record.outputs += earlier.filter { FileStamp(folder.path(of: $0.path)) == $0.stamp }
  }

  /// Removes outputs that are there because a run did not end, but for those that have a line.
  private func removeLeftOvers(
    _ outputs: [String], besides made: [ManifestRecord.File], _ places: OutputPlaces,
    _ folder: OutputTree, _ journal: Journal
  ) {
    for output in outputs {
      let path = folder.path(of: output)
      let stamp = FileStamp(path)
      guard !made.contains(where: { $0.path == output && $0.stamp == stamp }),
        !places.names.isTaken(output, besides: places.file),
        journal.isLeftOver(output, at: path), let path = try? folder.place(output)
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
      record.outcome == .inPlace || record.outputs.first != nil,
      conversion.options.hasSeveralOutputs || record.outcome == .inPlace
        || record.outputs.first?.path == file.output
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

  private func convertPictures(_ result: inout Result, _ places: OutputPlaces) {
    let file = result.file
    do throws(ConversionError) {
      if let movie = file.movie, FileStamp(movie.path) == nil {
        throw ConversionError(.input, "its movie \(movie.path) cannot be read")
      }
      let photo = try PhotoFile(file.path, time: time)
      result.pictures = try photo.pictures(conversion.options).map { picture in
        do throws(ConversionError) {
          return .success(try convertPicture(picture, of: photo, places))
        } catch {
          return .failure(error)
        }
      }
    } catch {
      result.pictures = [.failure(error)]
    }
    if result.failures.isEmpty { carryMovie(&result, places) }
  }

  private func carryMovie(_ result: inout Result, _ places: OutputPlaces) {
    guard let movie = result.file.movie else { return }
    do throws(ConversionError) {
      result.movie = .success(try carry(movie, result, places))
    } catch {
      result.movie = .failure(error)
    }
  }

  private func convertPicture(
    _ picture: Picture, of photo: PhotoFile, _ places: OutputPlaces
  ) throws(ConversionError) -> ConversionResult {
    let file = places.file
    if let folder {
      let usual = folder.path(of: picture.output(file.output))
      if let left = conversion.left(photo, at: usual, movie: file.movie?.path) { return left }
    }
    let (path, conversion) = try place(picture.output(file.output), places)
    let movie = conversion.options.movies == .motionphoto ? file.movie?.path : nil
    return try conversion.convert(picture, of: photo, to: path, with: movie)
  }

  /// Puts the movie beside the photo, unless it became a part of it.
  private func carry(
    _ movie: Movie, _ result: Result, _ places: OutputPlaces
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
    if let path = folder?.path(of: output), isSameFile(movie.path, path),
      !conversion.options.linksCopies
    {
      return MovieResult(action: .inPlace, output: path, byteCount: 0)
    }
    let (path, conversion) = try place(output, places)
    return try conversion.carry(movie.path, to: path)
  }

  /// Where an output is written, and what writes it.
  private func place(
    _ output: String, _ places: OutputPlaces
  ) throws(ConversionError) -> (path: String, conversion: PhotoConverter) {
    let place = try places.place(output)
    var conversion = conversion
    conversion.options.replacesFiles = place.replacesFiles
    return (place.path, conversion)
  }

  /// What makes a difference for the output, in words; the same for the same outputs.
  private var settings: String { conversion.options.settings(time: time) }
}
