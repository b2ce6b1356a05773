import ArgumentParser
import Files
import ISOBMFF
import Inspection
import LivePhotos
import Text

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
      Stills and movies are matched by the identifier in both; if one has lost it, by their names, \
      in the forms of a dozen programs; and if the names are lost too, by the times at which they \
      were taken. Edits, sidecars, raw photos and bursts are listed with them. Each pair has its \
      evidence, and one of three degrees:

        certain   both have the same identifier, and no other file has it
        likely    names and times agree; or the same identifier, with copies
        possible  only names, or only times, agree

      Conflicts are listed and never decided: one identifier in several files, one name on \
      different days, an edited still with the movie of the original.

      The command reads only the boxes of each file, and keeps the results in the cache folder, so \
      that the next run reads only new files. It skips hidden files, and symbolic links in \
      folders.

      --rename and --move give files other names. Without --apply, the command only shows the \
      changes. With --apply, it first writes a file that --undo needs to take everything back. No \
      file is ever replaced, and groups with conflicts stay where they are. On another file \
      system, files are copied; an original is deleted when its copy is on the disk and has the \
      same bytes and times.

      EXAMPLES
        boxwalk live pair Pictures/                         what belongs together?
        boxwalk live pair Pictures/ --json | jq .           JSON for each group
        boxwalk live pair Pictures/ --csv > pairs.csv       a row for each file
        boxwalk live pair Pictures/ --rename                which names would change?
        boxwalk live pair Pictures/ --rename --apply        movies take photo names
        boxwalk live pair in/ --move Photos/ --apply        to Photos/2025/01
        boxwalk live pair --undo boxwalk-undo.txt --apply   take it back

      EXIT CODES
        0  done
        1  done, with conflicts or damaged files
        2  a folder or file cannot be read
        3  some files could not be moved

      Documentation/live-pair-json.md describes the JSON.
      """)

  @Argument(help: "Folders, or files.", completion: .file())
  var paths: [String] = []

  @Flag(name: .shortAndLong, help: "JSON: one line for each group and conflict.")
  var json = false

  @Flag(help: "CSV: one row for each file.")
  var csv = false

  @Flag(help: "Also list photos and movies that are not part of a Live Photo.")
  var all = false

  @Flag(help: "Read every file, without the cache.")
  var noCache = false

  @Flag(help: "Give movies the names of their stills.")
  var rename = false

  @Option(
    help: "Move the files of each Live Photo to a folder, into folders of years and months.",
    completion: .directory)
  var move: String?

  @Option(
    help: """
      How sure pairs have to be to be renamed or moved: certain, likely (also certain ones) or \
      possible (all).
      """)
  var confidence = Pairing.Confidence.likely

  @Flag(help: "Make the changes that are otherwise only shown.")
  var apply = false

  @Option(
    help: """
      The file that --undo needs; by default boxwalk-undo-TIME.txt in the folder of --move, or \
      else in the first one.
      """,
    completion: .file())
  var undoFile: String?

  @Option(help: "Take back the changes that this file lists.", completion: .file())
  var undo: String?

  func validate() throws {
    if undo != nil {
      guard paths.isEmpty, !rename, move == nil, undoFile == nil else {
        throw ValidationError("--undo takes only its file, and --apply.")
      }
      return
    }
    if paths.isEmpty { throw ValidationError("Name at least one folder.") }
    if json, csv { throw ValidationError("Use either --json or --csv.") }
    let organises = rename || move != nil
    if apply || undoFile != nil, !organises {
      throw ValidationError("--apply and --undo-file go with --rename, --move or --undo.")
    }
    if organises, csv { throw ValidationError("--csv cannot be used with --rename or --move.") }
    if move == "" { throw ValidationError("--move needs a folder.") }
  }

  func run() async throws {
    let console = Console()
    let outcome: ExitStatus
    if let undo { outcome = takeBack(undo, console) } else { outcome = await pair(console) }
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  private func pair(_ console: Console) async -> ExitStatus {
    let library = LivePhotoLibrary(
      paths.map { LibraryPath($0) }, cacheFolder: noCache ? nil : LibraryPath.cacheFolder,
      onProgress: { console.progress("\($0.read) read, of \($0.total) files") })
    let contents: LivePhotoLibrary.Contents
    do {
      // If a folder cannot be read, the others are still read.
      contents = try await library.contents(whereFoldersFail: { _ in })
    } catch {
      console.message("\(error)")
      return .badInput
    }
    console.clearProgress()
    for problem in contents.problems { console.message("\(problem)") }
    let pairing = contents.pairing
    let output = console.output
    var outcome = ExitStatus.done
    let hasProblems = pairing.files.contains { $0.facts.problem != nil }
    if !pairing.conflicts.isEmpty || hasProblems { outcome = .warnings }
    if !contents.problems.isEmpty { outcome = .badInput }
    if rename || move != nil {
      outcome = max(outcome, organise(contents, output, console))
    } else if json {
      PairingJSON(pairing: pairing, unread: contents.problems, showsAll: all).write(to: output)
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
    _ contents: LivePhotoLibrary.Contents, _ output: TextOutput, _ console: Console
  ) -> ExitStatus {
    let plan: PairArrangement
    do throws(SystemError) { plan = try arrangement(contents.pairing) } catch {
      console.message("nothing was moved: \(error)")
      return .badInput
    }
    var moves = self.moves(plan, contents)
    moves.root = (move.flatMap { LibraryPath($0).absolute.text }).map { RootFolder($0) }
    for skip in plan.skips { report(skip, contents.pairing, output) }
    guard apply, !moves.moves.isEmpty else {
      for move in moves.moves { report(move, apply ? "failed" : "planned", nil, output) }
      if !json {
        output.line(
          moves.moves.isEmpty
            ? "Nothing to \(rename ? "rename" : "move")."
            : "\(counted(moves.moves.count, "file")) would be \(rename ? "renamed" : "moved"); --apply does it."
        )
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
      console.message("nothing was moved, because the undo file cannot be written: \(error)")
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

  /// The new paths of files. Throws if it is unknown whether a path is free.
  private func arrangement(_ pairing: Pairing) throws(SystemError) -> PairArrangement {
    var unknown: SystemError?
    let plan = PairArrangement(
      pairing, renaming: rename, into: move.map { LibraryPath($0) },
      confidence: confidence
    ) { path in
      do throws(SystemError) { return try BytePath(path.bytes).status() != nil } catch {
        unknown = unknown ?? error
        return true
      }
    }
    if let unknown { throw unknown }
    return plan
  }

  /// The moves of a plan, with the state of the files when they were found.
  private func moves(_ plan: PairArrangement, _ contents: LivePhotoLibrary.Contents) -> FileMoves {
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

  /// The path of the file that records moves, so that they can be undone. It is in the output folder.
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

  private func takeBack(_ path: String, _ console: Console) -> ExitStatus {
    guard let bytes = console.bytes(of: path) else { return .badInput }
    guard let moves = FileMoves(lines: bytes) else {
      console.message("\(path): is not an undo file of boxwalk live pair")
      return .badInput
    }
    let output = console.output
    defer { output.flush() }
    guard apply else {
      for move in moves.moves.reversed() {
        report(move.reversed, "planned", nil, output)
      }
      if !json {
        output.line("\(counted(moves.moves.count, "file")) would be moved back; --apply does it.")
      }
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
    _ move: FileMoves.Move, _ outcome: String, _ reason: String?, _ output: TextOutput
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

  private func report(_ skip: PairArrangement.Skip, _ pairing: Pairing, _ output: TextOutput) {
    guard let member = pairing.groups[skip.group].members.first else { return }
    let path = pairing.files[member.file].path
    let reason =
      switch skip.reason {
      case .conflict: "its group has a conflict"
      case .confidence: "a pair of its group has a lower degree than --confidence asks for"
      case .taken(let other): "\(other) exists"
      }
    guard json else { return output.text("\(path): stays, because \(reason)") }
    PairingJSON.line("move", to: output) { json in
      PairingJSON.path(path, "from", to: &json)
      json.key("outcome")
      json.string("skipped")
      json.key("reason")
      json.string(reason)
    }
  }
}
