import Files
import ISOBMFF
package import WorkerClient

/// Removes the files that the last run wrote to the folders of their originals.
///
/// A file is removed only if it is unchanged, and its original has not changed: no work is lost, and the last copy of a
/// image is never removed.
package struct RunUndo {
  /// The result for a file.
  package enum Outcome: Sendable, Equatable {
    case removed
    /// The file no longer existed.
    case gone
    /// The file was kept, for this reason.
    case kept(String)
  }

  private let folder: String
  private let last: any UndoableRun

  /// Nil if no run is known that wrote files beside originals.
  ///
  /// - Parameter manifest: the manifest of a conversion; nil for the newest run of edits or conversions that has
  ///   a journal in the folder itself.
  package init?(_ folder: String, manifest: String?) throws(ConversionError) {
    var runs: [any UndoableRun] = []
    let manifests = if let manifest { [manifest] } else { try Journal.manifests(in: folder) }
    for path in manifests {
      if let run = try ManifestRun(lastOf: path, in: folder) { runs.append(run) }
    }
    if manifest == nil, let run = try EditRun(lastOf: folder) { runs.append(run) }
    guard let last = runs.max(by: { $0.finished < $1.finished }) else { return nil }
    (self.folder, self.last) = (folder, last)
  }

  /// The number of lines of the run's journal that cannot be read. What they name is not removed.
  package var badLineCount: Int { last.badLineCount }

  /// - Parameters:
  ///   - isDryRun: whether no file is changed.
  ///   - report: gets the path of each file, and the outcome.
  package func run(
    isDryRun: Bool, _ report: (String, Outcome) -> Void
  ) throws(ConversionError) {
    try last.undo {
      var hasFailed = false
      var kept: Set<String> = []
      for file in last.files {
        let path = folder.asFolder + file.output
        do throws(SystemError) {
          if let outcome = try reasonToStay(file, path) {
            if outcome != .gone { kept.insert(file.output) }
            report(path, outcome)
            continue
          }
          if !isDryRun { try remove(path) }
          report(path, .removed)
        } catch {
          hasFailed = true
          report(path, .kept("\(error)"))
        }
      }
      return isDryRun || hasFailed ? nil : kept
    }
    // Now the journal is closed: FUSE keeps open files in their folders under other names.
    if !isDryRun { JournalFolder(of: folder).removeIfEmpty() }
  }

  /// Why a file is kept; nil if it may be removed. It throws if that cannot be determined.
  private func reasonToStay(
    _ file: DerivedFile, _ path: String
  ) throws(SystemError) -> Outcome? {
    let name = BytePath(Array(path.utf8))
    guard let status = try name.status() else { return .gone }
    guard let root = try pathWithoutLinks(folder), let realPath = try pathWithoutLinks(path) else {
      throw SystemError(what: "\(path) cannot be found", code: 0)
    }
    // A folder of the path may have become a link.
    guard status.kind == .file, realPath == root.asFolder + file.output,
      status.stamp == file.outputStamp, try hasItsBytes(file, path)
    else { return .kept("was changed since it was written") }
    let input = try BytePath(Array((folder.asFolder + file.input).utf8)).status()
    guard let input else { return .kept("its original, \(file.input), is gone") }
    guard input.kind == .file, input.stamp == file.inputStamp else {
      return .kept("its original, \(file.input), was changed since")
    }
    // While its bytes were read, somebody may have written to it.
    return try name.status()?.stamp == file.outputStamp
      ? nil : .kept("was changed since it was written")
  }

  private func hasItsBytes(_ file: DerivedFile, _ path: String) throws(SystemError) -> Bool {
    guard let noted = file.sha256, ContentHash.isAvailable else { return true }
    return try ContentHash.sha256(path) == noted
  }
}
