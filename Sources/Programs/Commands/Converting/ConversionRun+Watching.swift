import ArgumentParser
import Conversion
import Files
import Inspection
import Library
import WorkerClient

extension ConversionRun {
  /// Converts the files in folders, and new files, until the user stops it.
  ///
  /// - Parameters:
  ///   - batch: what converts the files.
  ///   - sharesCores: whether files that are converted at the same time divide the cores among them.
  func watch(_ batch: Batch, sharesCores: Bool) throws {
    if let path = try inputs.paths.first(where: { try PathKind($0) != .folder }) {
      throw refuse("\(path) is not a folder that could be watched")
    }
    if let text = try FolderWatching.refusal(inputs.paths, output.path) { throw refuse(text) }
    try EndSignals.hold()
    var run = batch
    run.folder = OutputTree(output.path)
    do throws(ConversionError) {
      run.journal = try journal()
      _ = try lastCopies(run.journal)
    } catch {
      throw refuse(error.message)
    }
    run.syncsFiles = run.journal?.syncs(output.path) != true
    run.watchedFolders = inputs.paths.map(\.withoutLastSlashes)
    run.isEnding = { EndSignals.haveCome }
    let report = ConvertReport(isJSON: isJSON, isCounting: true, console: console)
    var watching = FolderWatching(
      run, kinds, sharesCores: sharesCores, inputs.paths, options.selection,
      extension: extensions.first ?? "", outputFolder: output.path, observer: report)
    var failure = watching.run()
    do throws(ConversionError) { try run.journal?.finish() } catch { failure = failure ?? error }
    report.end(incompleteCount: watching.incompleteCount)
    if let failure {
      console.message(failure.message)
      throw ExitCode(ExitStatus(failure).rawValue)
    }
    if watching.hasLostFolders { throw ExitCode(ExitStatus.badInput.rawValue) }
    let outcome = ExitStatus(of: report.outcomes)
    try (outcome == .badInput ? ExitStatus.someFailed : outcome).end()
  }
}
