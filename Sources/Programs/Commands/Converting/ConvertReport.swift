import Conversion
import ISOBMFF
import Inspection
import Library
import Service
import Synchronization
import Text
import WorkerClient
import WorkerProtocol

/// Reports what happened to files: results on standard output, everything else on standard error.
final class ConvertReport: RunObserver {
  private let isJSON: Bool
  private let isCounting: Bool
  private let gathersNotes: Bool
  private let console: Console
  private let counts = Mutex(Counts())

  private struct Counts {
    var pictures: [ExitStatus: Int] = [:]
    var actions: [String: Int] = [:]
    var movieCount = 0
    var adoptedCount = 0
    var deletedCount = 0
    var keptCount = 0
    var notes = ConsoleNotes()
  }

  /// - Parameters:
  ///   - isCounting: whether the number of files is shown at the end.
  ///   - gathersNotes: whether notes that are not failures are shown at the end, once for many files.
  init(
    isJSON: Bool, isCounting: Bool = false, gathersNotes: Bool = false, console: Console
  ) {
    self.isJSON = isJSON
    self.isCounting = isCounting
    self.gathersNotes = gathersNotes
    self.console = console
  }

  /// `ExitStatus` needs at most two outcomes of each kind to combine those of several files.
  var outcomes: [ExitStatus] {
    counts.withLock { $0.pictures.flatMap { Array(repeating: $0, count: min($1, 2)) } }
  }

  func write(_ result: Batch.Result) {
    let output = console.output
    if result.isUnchanged {
      count(.done, "unchanged")
      if result.isAdopted { counts.withLock { $0.adoptedCount += 1 } }
      if isJSON { write(result.file.path, [("outcome", .string("unchanged"))], output) }
    }
    for picture in result.pictures {
      switch picture {
      case .success(let made):
        count(ExitStatus(made), made.action.rawValue)
        write(result.file.path, made, output)
      case .failure(let error):
        count(ExitStatus(error), "failed")
        write(result.file.path, error, output)
      }
    }
    switch result.movie {
    case nil: break
    case .success(let movie): write(result.file, movie, output)
    case .failure(let error):
      count(ExitStatus(error), "failed")
      write(result.file.path, error, output)
    }
    if let original = result.original { write(original, of: result.file, output) }
    if result.isOriginalUndecided { counts.withLock { $0.pictures[.warnings, default: 0] += 1 } }
    output.flush()
  }

  private func write(
    _ original: ManifestRecord.Original, of file: Batch.File, _ output: TextOutput
  ) {
    let reason: String? = if case .kept(let reason) = original { reason } else { nil }
    counts.withLock { counts in
      if reason == nil { counts.deletedCount += 1 } else { counts.keptCount += 1 }
    }
    guard !isJSON else {
      return write(
        file.path,
        [
          ("original", .string(reason == nil ? "deleted" : "kept")),
          ("reason", reason.map { .string($0) }),
        ], output)
    }
    if let reason {
      note("stays: \(reason)", of: file.path)
    } else {
      output.text("\(file.path): deleted\(file.movie == nil ? "" : ", and its movie")")
    }
  }

  /// Writes what happened to the movie of a Live Photo.
  private func write(_ file: Batch.File, _ movie: MovieResult, _ output: TextOutput) {
    counts.withLock { counts in
      counts.movieCount += 1
      if !movie.warnings.isEmpty { counts.pictures[.warnings, default: 0] += 1 }
    }
    let path = file.movie?.path ?? file.path
    guard !isJSON else {
      return write(
        path,
        [
          ("outcome", .string(movie.action.rawValue)),
          ("output", .string(movie.output)), ("bytes", .int(movie.byteCount)),
          ("notes", .array(movie.notes.map { .string($0) })),
          (
            "warnings",
            movie.warnings.isEmpty ? nil : .array(movie.warnings.map { .string($0) })
          ),
          ("photo", .string(file.path)),
        ], output)
    }
    for note in movie.notes { self.note(note, of: path) }
    for warning in movie.warnings { note("warning: \(warning)", of: path) }
    guard movie.action != .inPlace else { return }
    console.clearProgress()
    output.text(
      movie.action == .inside
        ? "\(movie.output): has the movie in it, \(counted(movie.byteCount, "byte"))"
        : "\(movie.output): the movie, \(counted(movie.byteCount, "byte")), \(movie.action)")
  }

  private func count(_ outcome: ExitStatus, _ action: String) {
    counts.withLock { counts in
      counts.pictures[outcome, default: 0] += 1
      counts.actions[action, default: 0] += 1
    }
  }

  private func write(_ path: String, _ members: [(String, JSONValue?)], _ output: TextOutput) {
    JSONValue.object([("file", .string(path))] + members + RemoteInputs.transfer(of: path))
      .writeLine(to: output)
  }

  private func write(_ input: String, _ result: ConversionResult, _ output: TextOutput) {
    guard !isJSON else { return write(input, result.members, output) }
    if result.action != .inPlace {
      console.clearProgress()
      output.text(
        "\(result.output): \(result.sizeText)"
          + (result.action == .converted ? "" : ", \(result.action)"))
      output.flush()
    }
    explain(input, result)
  }

  private func write(_ input: String, _ error: ConversionError, _ output: TextOutput) {
    guard isJSON else { return console.message("\(input): \(error.message)") }
    write(
      input, [("outcome", .string("failed")), ("reason", .string(error.message))], output)
  }

  /// Reports a file that is not complete yet.
  func write(incomplete input: String, _ reason: String) {
    guard isJSON else {
      return console.message(
        "\(input): is incomplete: \(reason); it is converted after it has changed")
    }
    let output = console.output
    write(input, [("outcome", .string("incomplete")), ("reason", .string(reason))], output)
    output.flush()
  }

  /// Reports what a user should know about a result.
  func explain(_ input: String, _ result: ConversionResult) {
    for note in result.notes { self.note(note, of: input) }
    for warning in result.warnings { note("warning: \(warning)", of: input) }
  }

  private func note(_ text: String, of path: String) {
    guard gathersNotes else { return console.message("\(path): \(text)") }
    counts.withLock { $0.notes.add(text, of: path) }
  }

  // MARK: Progress

  func show(_ progress: Batch.Progress) {
    guard console.showsProgress else { return }
    var text = "\(progress.done) of \(progress.total)"
    if let (path, movie) = progress.movies.first {
      text = (progress.total > 1 ? text + ", " : "") + "\(path): " + ConvertReport.text(movie)
    } else if progress.rate >= 0.05 {
      text += ", \((progress.rate * 10).rounded() / 10) a second"
    }
    if let left = progress.timeLeft { text += ", \(ConvertReport.text(left)) left" }
    if progress.failed > 0 { text += ", \(progress.failed) failed" }
    console.progress(text)
  }

  func message(_ text: String) { console.message(text) }

  func showActivity(_ text: String?) {
    if let text { console.progress(text) } else { console.clearProgress() }
  }

  /// `120 of 480 images, 38 a second, 1.3 × real time`
  private static func text(_ movie: MovieProgress) -> String {
    var text = "\(movie.done) of \(movie.count) frames"
    if movie.rate > 0 { text += ", \(Int(movie.rate.rounded())) a second" }
    if movie.speed > 0 { text += ", \((movie.speed * 10).rounded() / 10) × real time" }
    return text
  }

  private static func text(_ seconds: Double) -> String {
    switch seconds {
    case ..<90: "\(Int(seconds)) s"
    case ..<5400: "\(Int(seconds / 60)) min"
    default: "\(Int(min(seconds, 1e9) / 3600)) h \(Int(min(seconds, 1e9) / 60) % 60) min"
    }
  }

  /// Writes the notes that were gathered. At a terminal, it also writes how the run went; nothing is written
  /// to a pipe if the run did not wait for long.
  ///
  /// - Parameters:
  ///   - otherMovies: the number of movies that belong to no photo.
  ///   - incompleteCount: the number of files whose end is still missing; nil if the run did not wait for
  ///     files.
  func end(otherMovies: Int = 0, incompleteCount: Int? = nil) {
    let counts = counts.withLock { $0 }
    for line in counts.notes.lines { console.message(line) }
    if counts.adoptedCount > 0 {
      console.message(
        "\(counted(counts.adoptedCount, "file")) had outputs, and no line in the manifest; each was compared, and is listed again"
      )
    }
    guard isCounting, console.showsProgress || incompleteCount != nil else { return }
    let movieCount = counts.movieCount
    var actions = counts.actions
    if let incompleteCount, incompleteCount > 0 { actions["incomplete"] = incompleteCount }
    let names = [
      "converted", "copied", "linked", "in place", "unchanged", "failed", "incomplete",
    ]
    var parts = names.compactMap { name in
      actions[name].map { "\($0) \(name)" }
    }
    if movieCount > 0 { parts.append("\(counted(movieCount, "movie")) carried along") }
    if otherMovies > 0 {
      parts.append(
        "\(counted(otherMovies, "movie")) left where \(otherMovies == 1 ? "it is" : "they are")")
    }
    console.message(parts.isEmpty ? "no photos were found" : parts.joined(separator: ", "))
    guard counts.deletedCount > 0 || counts.keptCount > 0 else { return }
    console.message(
      "\(counted(counts.deletedCount, "original")) deleted, \(grouped(counts.keptCount)) kept")
  }
}

extension ExitStatus {
  init(_ error: ConversionError) { self = error.kind == .worker ? .fault : .badInput }

  init(_ result: ConversionResult) {
    self = result.losesSomething ? .warnings : .done
  }
}
