import ArgumentParser
import Conversion
import Files
import Inspection
import Library
import LivePhotos
import WorkerClient

/// The common part of `convert` and `transcode`: it finds files, and converts them with what the command provides.
struct ConversionRun {
  let inputs: Inputs
  let options: RunOptions
  /// Which files are converted.
  let kinds: RunFiles.Kinds
  let output: OutputOption
  /// The extensions of outputs. New outputs get the first; movies keep theirs.
  let extensions: [String]
  /// How sure the movies of Live Photos have to be; nil if the run does not search for them.
  let pairConfidence: Pairing.Confidence?
  let isJSON: Bool
  let isVerbose: Bool
  let console: Console

  /// The files, and the journal of the run, if it has one.
  func find() async throws -> (files: RunFiles, journal: Journal?) {
    if options.shard != nil, output.isFolder,
      try inputs.paths.contains(where: { try isSameFile($0, output.path) })
    {
      throw refuse(
        "\(output.path) is the folder of the inputs, and outputs of other shards would be taken for inputs; name another folder"
      )
    }
    do throws(ConversionError) {
      let journal = try journal()
      let folder = output.isFolder ? output.path : ""
      let made = try ConversionError.output(MadeOutputs(output.path, journal))
      let files = try await RunFiles(
        kinds, inputs, options.selection, avoiding: folder, besides: made, extensions: extensions,
        pairsOf: pairConfidence, console
      ) { () throws(ConversionError) in try lastCopies(journal) }
      for problem in files.problems { console.message(problem) }
      for text in [files.leftOutPictures, files.leftOutMovies] {
        if let text { console.message(text) }
      }
      if let text = files.unsureMovies { console.message(text) }
      if files.files.isEmpty, files.problems.isEmpty { console.message(reasonForNone) }
      return (files, journal)
    } catch {
      throw refuse(error.message)
    }
  }

  /// Why there is nothing to convert.
  private var reasonForNone: String {
    let text = Inputs.text(kinds.extensions)
    let selection = options.selection
    if selection.shard == nil, selection.included.isEmpty, selection.excluded.isEmpty {
      return "there are no \(text) to convert"
    }
    return "none of the \(text) are selected by --shard, --include and --exclude"
  }

  /// Converts all files.
  func run(_ found: RunFiles, _ journal: Journal?, _ batch: Batch) throws {
    var run = batch
    var files = found.files
    if output.isFolder {
      run.folder = OutputTree(output.path)
    } else {
      for index in files.indices { files[index].output = output.path }
    }
    run.journal = journal
    run.syncsFiles = journal?.syncs(output.path) != true
    let report = ConvertReport(
      isJSON: isJSON, isCounting: run.journal != nil,
      gathersNotes: try inputs.isLibrary && !isVerbose && !isJSON, console: console)
    var failure = run.run(files, each: report.write, progress: report.show)
    console.clearProgress()
    if failure == nil {
      do throws(ConversionError) { try run.journal?.finish() } catch { failure = error }
    }
    report.end(otherMovies: found.otherMovieCount)
    if let failure {
      console.message(failure.message)
      throw ExitCode(ExitStatus(failure).rawValue)
    }
    // A shard is a part of many files, even if it has only one file.
    let problems = found.problems.map { _ in ExitStatus.badInput }
    let isPart = options.shard != nil && problems.isEmpty
    let outcome = ExitStatus(of: problems + report.outcomes)
    try (isPart && outcome == .badInput ? ExitStatus.someFailed : outcome).end()
  }

  /// Writes why nothing is done.
  func refuse(_ text: String) -> ExitCode {
    console.message(text)
    return ExitCode(ExitStatus.badInput.rawValue)
  }
}

extension ExitStatus {
  /// Ends the command, unless all went well.
  func end() throws {
    if self != .done { throw ExitCode(rawValue) }
  }
}

extension Inputs {
  /// Whether folders or a list were named: many files, with a manifest.
  var isLibrary: Bool {
    get throws(SystemError) {
      if list != nil { return true }
      for path in paths where try PathKind(path) == .folder { return true }
      return false
    }
  }
}
