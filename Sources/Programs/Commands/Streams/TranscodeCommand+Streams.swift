import ArgumentParser
import Conversion
import Files
import Library
import WorkerClient

/// Streams and segments, which are joined before they are transcoded.
extension TranscodeCommand {
  /// The segments to join; nil if the inputs are movies.
  func segmentJob(_ console: Console) throws -> InputJob? {
    if segmentOptions.initialization != nil {
      guard let job = InputJob(inputs.names { console.message($0) }, segmentOptions, console)
      else {
        throw ExitCode(ExitStatus.badInput.rawValue)
      }
      return job
    }
    let jobs = inputs.paths.map { InputJob.file($0) }
    guard let stream = jobs.first(where: { console.isStream($0) }) else { return nil }
    guard jobs.count == 1, inputs.list == nil else {
      throw ValidationError("Name one playlist or manifest, and nothing beside it.")
    }
    return stream
  }

  func transcode(
    _ job: InputJob, _ converter: MovieConverter, _ path: OutputOption, _ console: Console
  ) throws {
    let target = path.file(job.name.splitAtExtension.stem + ".mp4")
    do throws(SystemError) {
      try OutputPath.check(target, of: [job.path], isReplacing: force)
    } catch {
      console.message("\(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    guard let input = console.input(job, segmentOptions) else {
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    var result = Batch.Result(
      file: Batch.File(path: input.name, input: input.name, output: target))
    do throws(ConversionError) {
      let made = try converter.convert(input.path, to: target) { done in
        console.progress("\(input.name): \(done.done) of \(done.count)")
      }
      result.pictures = [.success(ConversionResult(made))]
    } catch {
      let message = error.message.replacing(input.path, with: input.name)
      result.pictures = [.failure(ConversionError(error.kind, message))]
    }
    console.clearProgress()
    let report = ConvertReport(isJSON: isJSON, console: console)
    report.write(result)
    let outcome = ExitStatus(of: report.outcomes)
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }
}
