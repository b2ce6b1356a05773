import Conversion
import Files
import WorkerClient
import WorkerProtocol

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
