import ArgumentParser
import Inspection
import LibraryRun
import StillConversion
import SystemAccess
import WorkerClient

extension ConvertCommand {
  /// Converts what is in folders, and what comes into them, until it is ended.
  func watch(
    _ options: ConversionOptions, _ outputPath: OutputPath, _ pathExtension: String,
    _ console: Console
  ) throws {
    func refuse(_ words: String) -> ExitCode {
      console.message(words)
      return ExitCode(Outcome.badInput.rawValue)
    }
    if let path = try inputs.paths.first(where: { try PathKind($0) != .folder }) {
      throw refuse("\(path) is not a folder that could be watched")
    }
    try checkHashes(console)
    if let words = try FolderWatching.refusal(inputs.paths, output) { throw refuse(words) }
    try EndSignals.hold()
    var run = newBatch(options, fileCount: nil)
    run.folder = OutputTree(output)
    do throws(ConversionError) {
      run.journal = try journal(outputPath)
      _ = try lastCopies(run.journal)
    } catch {
      throw refuse(error.message)
    }
    run.conversion.options.syncsFiles = run.journal?.syncs(output) != true
    run.watchedFolders = inputs.paths.map(\.withoutLastSlashes)
    run.isEnding = { EndSignals.haveCome }
    let report = ConvertReport(isJSON: isJSON, isCounting: true, console: console)
    var watching = FolderWatching(
      run, sharesCores: threads == nil, inputs.paths, batch.selection, extension: pathExtension,
      outputFolder: output, observer: report)
    var failure = watching.run()
    do throws(ConversionError) { try run.journal?.finish() } catch { failure = failure ?? error }
    report.end(incompleteCount: watching.incompleteCount)
    report.tell(options.worker.sandbox)
    if let failure {
      console.message(failure.message)
      throw ExitCode(Outcome(failure).rawValue)
    }
    if watching.hasLostFolders { throw ExitCode(Outcome.badInput.rawValue) }
    let outcome = Outcome(of: report.outcomes)
    try end(outcome == .badInput ? .someFailed : outcome)
  }
}
