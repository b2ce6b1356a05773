import ArgumentParser
import ISOBMFF
import Inspection
import JSON
import LiveLibrary
import LivePairing
import SystemAccess

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `boxwalk live pair`
struct LivePairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Finds the Live Photos of a library: which still and which movie belong together.",
    discussion: """
      Stills and movies are joined by the identifier that both bear; where one of them has lost it, by \
      their names, as a dozen programs make them; and where those are gone, too, by the times at which \
      they were taken. Edits, sidecars, raw photos and bursts stand with them. Each pair has its \
      evidence, and one of three degrees:

        certain   both have one identifier, and nothing else has it
        likely    names and times agree; or one identifier, of which there are copies
        possible  names alone, or times alone

      What contradicts itself is listed and never decided: one identifier in several files, one name \
      on different days, an edited still with the movie of the original.

      Only the boxes of each file are read. What they said is kept in the cache folder, so that the \
      next run reads new files only. Hidden files and symbolic links in folders are passed over.

      With --rename and --move files get other names. Without --apply nothing is done: it is shown. \
      With it a file is written first with which --undo takes everything back. No file is ever \
      replaced, and groups with conflicts stay where they are. To another file system files are \
      copied; an original goes when its copy is on the disk and has the same bytes and times.

      EXAMPLES
        boxwalk live pair Pictures/                         what belongs together?
        boxwalk live pair Pictures/ --json | jq .           a line of JSON for each group
        boxwalk live pair Pictures/ --csv > pairs.csv       a row for each file
        boxwalk live pair Pictures/ --rename                which movies would get other names?
        boxwalk live pair Pictures/ --rename --apply        IMG_1_HEVC.MOV becomes IMG_1.MOV
        boxwalk live pair in/ --move Photos/ --apply        to Photos/2025/01, halves together
        boxwalk live pair --undo boxwalk-undo.txt --apply   take it back

      EXIT CODES
        0  done
        1  done, with conflicts or files that are damaged
        2  a folder or file cannot be read
        3  some files could not be moved

      The JSON is described in Documentation/live-pair-json.md.
      """)

  @Argument(help: "Folders, or files.", completion: .file())
  var paths: [String] = []

  @Flag(name: .shortAndLong, help: "JSON: one line for each group and conflict.")
  var json = false

  @Flag(help: "CSV: one row for each file.")
  var csv = false

  @Flag(help: "List single photos and movies, too, that are no part of a Live Photo.")
  var all = false

  @Flag(help: "Read every file, and neither use nor write the cache.")
  var noCache = false

  @Flag(help: "Give movies the names of their stills.")
  var rename = false

  @Option(
    help: "Bring the files of each Live Photo to a folder, in folders of their years and months.",
    completion: .directory)
  var move: String?

  @Option(help: "What pairs must be to be renamed or moved: certain, likely, possible.")
  var confidence = Degree.likely

  enum Degree: String, CaseIterable, ExpressibleByArgument {
    case certain, likely, possible
    var confidence: Pairing.Confidence {
      switch self {
      case .certain: .certain
      case .likely: .likely
      case .possible: .possible
      }
    }
  }

  @Flag(help: "Do what would otherwise be shown.")
  var apply = false

  @Option(
    help: "Where to write what --undo needs; by default boxwalk-undo-TIME.txt in that folder.",
    completion: .file())
  var undoFile: String?

  @Option(help: "Take back what was done, by the file that was written.", completion: .file())
  var undo: String?

  func validate() throws {
    if undo != nil {
      guard paths.isEmpty, !rename, move == nil, undoFile == nil else {
        throw ValidationError("--undo needs no more than its file, and --apply.")
      }
      return
    }
    if paths.isEmpty { throw ValidationError("Name at least one folder.") }
    if json, csv { throw ValidationError("Choose one of --json and --csv.") }
    let organises = rename || move != nil
    if apply || undoFile != nil, !organises {
      throw ValidationError("--apply and --undo-file go with --rename, --move or --undo.")
    }
    if organises, csv { throw ValidationError("What is renamed is not written as CSV.") }
    if move == "" { throw ValidationError("--move needs a folder.") }
  }

  func run() async throws {
    let console = Console()
    let outcome: Outcome
    if let undo { outcome = takeBack(undo, console) } else { outcome = await pair(console) }
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  private func pair(_ console: Console) async -> Outcome {
    let library = LivePhotoLibrary(
      paths.map { LibraryPath($0) }, cacheFolder: noCache ? nil : LibraryPath.cacheFolder,
      onProgress: { console.progress("\($0.read) read, of \($0.total) files") })
    let contents: LivePhotoLibrary.Contents
    do {
      // Each of several folders stands for itself.
      contents = try await library.contents(whereFoldersFail: { _ in })
    } catch {
      console.message("\(error)")
      return .badInput
    }
    console.clearProgress()
    for problem in contents.problems { console.message("\(problem)") }
    let pairing = contents.pairing
    let output = console.output
    var outcome = Outcome.done
    let hasProblems = pairing.files.contains { $0.facts.problem != nil }
    if !pairing.conflicts.isEmpty || hasProblems { outcome = .warnings }
    if !contents.problems.isEmpty { outcome = .badInput }
    if rename || move != nil {
      outcome = max(outcome, organise(contents, output, console))
    } else if json {
      PairingJSON(pairing: pairing, showsAll: all).write(to: output)
    } else if csv {
      PairingCSV(pairing: pairing, showsAll: all).write(to: output)
    } else {
      PairingText(pairing: pairing, showsAll: all).write(to: output)
    }
    output.flush()
    return outcome
  }

  // MARK: Other names

  private func organise(
    _ contents: LivePhotoLibrary.Contents, _ output: Output, _ console: Console
  ) -> Outcome {
    let plan: Arrangement
    do throws(SystemError) { plan = try arrangement(contents.pairing) } catch {
      console.message("nothing was moved: \(error)")
      return .badInput
    }
    let moves = self.moves(plan, contents)
    for skip in plan.skips { report(skip, contents.pairing, output) }
    guard apply, !moves.moves.isEmpty else {
      for move in moves.moves { report(move, apply ? "failed" : "planned", nil, output) }
      if !json {
        output.line(
          moves.moves.isEmpty
            ? "Nothing to move." : "\(moves.moves.count) would be moved; --apply does it.")
      }
      return .done
    }
    if let shortage = moves.shortage {
      console.message("nothing was moved: \(shortage)")
      return .someFailed
    }
    let undoPath: String
    do {
      undoPath = try undoFile ?? defaultUndoPath()
      try moves.writeUndo(to: undoPath)
    } catch {
      console.message("nothing was moved, as the file to undo it cannot be written: \(error)")
      return .badInput
    }
    let done = moves.apply { move, failure in
      report(move, failure == nil ? "moved" : "failed", failure, output)
      if let failure { console.message("\(move.from): \(failure)") }
    }
    if !json {
      output.text("\(done) moved; boxwalk live pair --undo \(undoPath) --apply takes it back.")
    }
    return done == moves.moves.count ? .done : .someFailed
  }

  /// Where files are to go. Throws if it is not known of a place whether something is there.
  private func arrangement(_ pairing: Pairing) throws(SystemError) -> Arrangement {
    var unknown: SystemError?
    let plan = Arrangement(
      pairing, renaming: rename, into: move.map { LibraryPath($0) },
      confidence: confidence.confidence
    ) { path in
      do throws(SystemError) { return try BytePath(path.bytes).status() != nil } catch {
        unknown = unknown ?? error
        return true
      }
    }
    if let unknown { throw unknown }
    return plan
  }

  /// The moves of a plan, of files as they were when they were found.
  private func moves(_ plan: Arrangement, _ contents: LivePhotoLibrary.Contents) -> FileMoves {
    let keys = Dictionary(
      contents.entries.map { ($0.path, $0.key) }, uniquingKeysWith: { first, _ in first })
    return FileMoves(
      plan.moves.compactMap { move in
        let path = contents.pairing.files[move.file].path
        return keys[path].map {
          FileMoves.Move(
            from: path.absolute, to: move.to.absolute, inode: $0.inode, modified: $0.modified,
            size: $0.size)
        }
      })
  }

  /// The path of the file by which moves can be undone, in the folder that is written to.
  private func defaultUndoPath() throws -> String {
    let folder = try (move ?? paths.first { try PathKind($0) == .folder } ?? ".").withoutLastSlashes
    let time = Int(Date().timeIntervalSince1970)
    var (path, number) = ("\(folder)/boxwalk-undo-\(time).txt", 1)
    while try PathKind(path) != .nothing {
      number += 1
      path = "\(folder)/boxwalk-undo-\(time)-\(number).txt"
    }
    return path
  }

  private func takeBack(_ path: String, _ console: Console) -> Outcome {
    guard let bytes = console.bytes(of: path) else { return .badInput }
    guard let moves = FileMoves(lines: bytes) else {
      console.message("\(path): is not a file that boxwalk live pair wrote to undo what it did")
      return .badInput
    }
    let output = console.output
    defer { output.flush() }
    guard apply else {
      for move in moves.moves.reversed() {
        report(move.reversed, "planned", nil, output)
      }
      if !json { output.line("\(moves.moves.count) would be moved back; --apply does it.") }
      return .done
    }
    var failures = 0
    let done = moves.undo { move, failure in
      if failure != nil { failures += 1 }
      report(move, failure == nil ? "moved" : "failed", failure, output)
      if let failure { console.message("\(move.from): \(failure)") }
    }
    if !json { output.line("\(done) moved back.") }
    return failures == 0 ? .done : .someFailed
  }

  private func report(
    _ move: FileMoves.Move, _ outcome: String, _ reason: String?, _ output: Output
  ) {
    guard json else {
      if outcome == "failed" { return }
      output.text("\(move.from)")
      return output.text("  -> \(move.to)")
    }
    PairingJSON.line("move", to: output) { json in
      PairingJSON.path(move.from, "from", to: &json)
      PairingJSON.path(move.to, "to", to: &json)
      json.key("outcome")
      json.string(outcome)
      if let reason {
        json.key("reason")
        json.string(reason)
      }
    }
  }

  private func report(_ skip: Arrangement.Skip, _ pairing: Pairing, _ output: Output) {
    guard let member = pairing.groups[skip.group].members.first else { return }
    let path = pairing.files[member.file].path
    let reason =
      switch skip.reason {
      case .conflict: "something in its group is contradictory"
      case .confidence: "a pair of its group is less sure than --confidence asks for"
      case .taken(let other): "\(other) exists"
      }
    guard json else { return output.text("\(path): stays, as \(reason)") }
    PairingJSON.line("move", to: output) { json in
      PairingJSON.path(path, "from", to: &json)
      json.key("outcome")
      json.string("skipped")
      json.key("reason")
      json.string(reason)
    }
  }
}
