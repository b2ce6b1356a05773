import ArgumentParser
import Conversion
import FieldCoding
import Files
import Inspection
import Library
import LivePhotos
import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

extension ConversionRun {
  /// The manifest, where a library is converted.
  func journal() throws(ConversionError) -> Journal? {
    guard output.isFolder else {
      guard options.manifest == nil else {
        throw ConversionError(
          .output, "a manifest describes a folder, but \(output.path) is not a folder")
      }
      return nil
    }
    let isLibrary = try ConversionError.input(inputs.isLibrary)
    guard options.manifest != nil || isLibrary && !options.hasNoManifest else { return nil }
    let path =
      if let manifest = options.manifest { manifest } else {
        try OutputTree(output.path).preparedPath(of: options.usualManifest)
      }
    let journal = try Journal(path)
    if journal.damagedLineCount > 0 {
      console.message(
        "\(path): \(counted(journal.damagedLineCount, "line")) cannot be read, and \(journal.damagedLineCount == 1 ? "is" : "are") skipped"
      )
    }
    return journal
  }

  /// The outputs of originals that were deleted, each with the original's name, from the manifests of all shards.
  func lastCopies(_ journal: Journal?) throws(ConversionError) -> [String: String] {
    guard let journal else { return [:] }
    var others: [String] = []
    for path in try Journal.manifests(in: output.path)
    where try !ConversionError.output(isSameFile(path, journal.path)) { others.append(path) }
    try journal.takeLastCopies(of: others)
    return journal.lastCopies
  }

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

extension RunFiles {
  /// The files that a command names.
  ///
  /// - Parameters:
  ///   - kinds: which files are converted.
  ///   - confidence: how sure the movies of Live Photos have to be; nil if they are not looked for.
  init(
    _ kinds: Kinds, _ inputs: Inputs, _ selection: FileSelection, avoiding avoided: String,
    besides made: MadeOutputs?, extensions: [String], pairsOf confidence: Pairing.Confidence?,
    _ console: Console,
    lastCopies: () throws(ConversionError) -> [String: String]
  ) async throws(ConversionError) {
    var (listed, problem): ([String], String?) = ([], nil)
    if let list = inputs.list {
      do throws(SystemError) { listed = try Inputs.names(list) } catch { problem = "\(error)" }
    }
    func pairs(_ paths: [String]) async -> Pairs {
      let sure = await LiveCommandPairs(
        among: paths, of: confidence ?? PairIndex.confidence, avoiding: avoided, besides: made,
        console)
      return Pairs(
        movies: Dictionary(sure.pairs.map { ($0.still, $0.movie) }) { a, _ in a },
        stamps: Dictionary(sure.pairs.map { ($0.still, $0.stamps) }) { a, _ in a },
        unsure: sure.unsure, unread: sure.unread.map { ("\($0.path)", $0.text) })
    }
    try await self.init(
      kinds, inputs.paths, listed: listed, selection, avoiding: avoided, besides: made,
      extensions: extensions, pairs: confidence == nil ? nil : pairs, lastCopies: lastCopies)
    if let problem { problems.append(problem) }
  }
}
