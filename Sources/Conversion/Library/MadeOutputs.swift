package import Files

/// The files that this command and earlier runs wrote. They are not inputs if outputs are in the folders of their
/// originals.
package struct MadeOutputs: Sendable {
  /// The root of the outputs, without links.
  private let root: String
  private let journal: Journal

  /// Finds the outputs. Nil if nothing was written.
  package init?(_ folder: String, _ journal: Journal?) throws(SystemError) {
    guard let journal, let root = try pathWithoutLinks(folder) else { return nil }
    self.root = root
    self.journal = journal
  }

  /// Whether a file was made by a run, and not changed since.
  package func contains(_ path: String) throws(SystemError) -> Bool {
    let (folder, name) = path.splitAtName
    guard let folder = try pathWithoutLinks(folder.isEmpty ? "." : folder),
      let output = (folder.asFolder + name).path(below: root)
    else { return false }
    if try journal.owns(output, at: path) { return true }
    return try OutputNote(of: path)?.isOutput(at: path) ?? false
  }
}
