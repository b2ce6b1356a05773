import Conversion
import FieldCoding
import Synchronization
import Text
import WorkerClient
import WorkerProtocol

/// Reports what happened to frames.
final class FramesReport: Sendable {
  private let isJSON: Bool
  private let console: Console
  private let selection: FrameSelection
  private let ended = Mutex(false)
  private let shown = Mutex(ContinuousClock.now)

  init(isJSON: Bool, console: Console, _ selection: FrameSelection) {
    (self.isJSON, self.console, self.selection) = (isJSON, console, selection)
  }

  /// Shows the progress now and then.
  func progress(_ path: String, _ done: Int, of count: Int) {
    guard console.showsProgress, count > 1 else { return }
    let isDue = shown.withLock { shown in
      let now = ContinuousClock.now
      guard now - shown > .milliseconds(100) else { return false }
      shown = now
      return true
    }
    if isDue { console.progress("\(path): \(done) of \(count) frames") }
  }

  /// Whether a frame could not be written, so that no other can be written.
  var hasEnded: Bool { ended.withLock { $0 } }

  /// Reports a movie from which no frame was made.
  func write(_ path: String, _ error: ConversionError) {
    guard isJSON else { return console.message("\(path): \(error.message)") }
    write(path, [("outcome", .string("failed")), ("reason", .string(error.message))])
  }

  /// Reports the frames of a movie.
  func write(_ movie: MovieFrames, _ results: [FrameExtractor.Outcome]) -> ExitStatus {
    console.clearProgress()
    var said: [String] = []
    var outcomes: [ExitStatus] = []
    for made in results {
      switch made.result {
      case .success(let result):
        outcomes.append(ExitStatus(result))
        write(movie, made.frame, result)
        said += result.notes + result.warnings.map { "warning: \($0)" }
      case .failure(let error):
        // A damaged frame is a loss if there are others.
        let isLoss = error.isOfInput && results.contains { (try? $0.result.get()) != nil }
        outcomes.append(isLoss ? .warnings : ExitStatus(error))
        write(movie, made.frame, error)
      }
    }
    tell(movie, said)
    if results.contains(where: \.endsRun) {
      ended.withLock { $0 = true }
      return .badInput
    }
    let worst = outcomes.max() ?? .done
    if !movie.notes(selection).isEmpty { return max(worst, .warnings) }
    return ExitStatus(of: outcomes)
  }

  /// Reports a contact sheet.
  func write(_ movie: MovieFrames, _ sheet: ContactSheet.Outcome) -> ExitStatus {
    console.clearProgress()
    write(movie, nil, sheet.picture)
    for (frame, error) in sheet.lost { write(movie, frame, error) }
    tell(movie, sheet.picture.notes + sheet.picture.warnings.map { "warning: \($0)" })
    let isWhole = sheet.lost.isEmpty && movie.notes(selection).isEmpty
    return isWhole ? ExitStatus(sheet.picture) : .warnings
  }

  /// Reports notes about frames, each once.
  private func tell(_ movie: MovieFrames, _ notes: [String]) {
    guard !isJSON else { return }
    var said: Set<String> = []
    for note in movie.notes(selection).map({ "warning: \($0)" }) + notes
    where said.insert(note).inserted {
      console.message("\(movie.path): \(note)")
    }
  }

  private func write(
    _ movie: MovieFrames, _ frame: MovieFrames.Frame?, _ result: ConversionResult
  ) {
    guard isJSON else {
      let time = frame.map { ", \(MovieFrames.text($0.time)) s" } ?? ""
      let output = console.output
      output.text(
        "\(result.output): \(result.width) × \(result.height), \(counted(result.byteCount, "byte"))\(time)"
      )
      return output.flush()
    }
    let warnings = movie.notes(selection) + result.warnings
    write(
      movie.path,
      start(movie, frame, "made") + [
        ("output", .string(result.output)), ("width", .int(result.width)),
        ("height", .int(result.height)), ("bytes", .int(result.byteCount)),
        ("warnings", .array(warnings.map { .string($0) })),
        ("notes", .array(result.notes.map { .string($0) })),
      ])
  }

  private func write(_ movie: MovieFrames, _ frame: MovieFrames.Frame, _ error: ConversionError) {
    guard isJSON else {
      return console.message(
        "\(movie.path): frame \(frame.number), at \(MovieFrames.text(frame.time)) s: \(error.message)"
      )
    }
    write(movie.path, start(movie, frame, "failed") + [("reason", .string(error.message))])
  }

  private func start(
    _ movie: MovieFrames, _ frame: MovieFrames.Frame?, _ outcome: String
  ) -> [(String, JSONValue?)] {
    [
      ("outcome", .string(outcome)), ("frame", frame.map { .int($0.number) }),
      ("time", frame.map { .double($0.time) }),
      ("keyframe", frame.map { .bool(movie.isKeyframe($0)) }),
    ]
  }

  private func write(_ path: String, _ members: [(String, JSONValue?)]) {
    let output = console.output
    JSONValue.object([("file", .string(path))] + members + RemoteInputs.transfer(of: path))
      .writeLine(to: output)
    output.flush()
  }
}
