public import Editing
public import FieldCoding
package import SystemAccess

extension EditedFile {
  /// Writes the new file, which appears under its name when it is complete, or not at all.
  ///
  /// What did not change is copied from file to file and not through memory. The new file has the mode,
  /// times and extended attributes of the original. Missing folders are made.
  ///
  /// It throws ``EditError/Kind/fileExists`` if there is a file of that name, or it is the original;
  /// ``EditError/Kind/fileChanged`` if another program writes to the original; and
  /// ``EditError/Kind/system(errno:)``, as for a disk that is full.
  ///
  /// - Parameters:
  ///   - output: the path of the new file.
  ///   - original: the file of whose bytes this edit was made.
  ///   - replacesFile: whether a file of that name may go, if it is not the original.
  ///   - progress: is told how many bytes are done.
  ///   - check: looks at the new file as it is on the disk, before it has its name; what it throws keeps
  ///     the file from appearing.
  public func write(
    to output: String, from original: borrowing OriginalFile, replacing replacesFile: Bool = false,
    progress: (Int) -> Void = { _ in }, check: (Bytes) throws(EditError) -> Void = { _ in }
  ) throws(EditError) {
    try write(
      to: output, from: original, below: nil, replacing: replacesFile, isSynced: true,
      progress: progress, check: check)
  }

  /// The same below a folder.
  ///
  /// - Parameters:
  ///   - root: outside of which nothing is written; nil if the file may go anywhere.
  ///   - isSynced: false if the caller makes sure of the disk, for many files at once.
  package func write(
    to output: String, from original: borrowing OriginalFile, below root: RootFolder?,
    replacing replacesFile: Bool, isSynced: Bool, progress: (Int) -> Void = { _ in },
    check: (Bytes) throws(EditError) -> Void
  ) throws(EditError) {
    do {
      if try isSameFile(original.path, output) {
        throw EditError(.fileExists, "\(output) is the file itself")
      }
      if !replacesFile, try PathKind(output) != .nothing {
        throw EditError(.fileExists, "\(output) exists")
      }
      if root == nil { try makeFolder(of: output) }
      let target = try OutputFile(output, below: root)
      try fill(target, from: original, progress, check)
      try target.commit(replacing: replacesFile, isSynced: isSynced)
    } catch {
      throw EditError(any: error)
    }
  }

  /// Lets the new file take the place of the original, whole, whatever ends the program.
  ///
  /// A change within one block of the disk is made where it stands. It throws
  /// ``EditError/Kind/fileChanged``, and the file at that path stays as it is, if another program has
  /// written to it or replaced it since it was opened. Other names of the original (hard links) keep
  /// the bytes that they have. What a killed program left of the same file goes. Symbolic links stay such: what they lead to is replaced.
  ///
  /// - Parameters: as for ``write(to:from:replacing:progress:check:)``.
  public func replace(
    _ original: borrowing OriginalFile, progress: (Int) -> Void = { _ in },
    check: (Bytes) throws(EditError) -> Void = { _ in }
  ) throws(EditError) {
    do {
      let path = try pathWithoutLinks(original.path) ?? original.path
      HiddenName.removeAbandoned(of: path)
      guard isChanged else { return }
      try requireWritable(path)
      if let patches, let patch = FilePatch(patches, of: original.bytes) {
        try check(patch.view(original.file, path))
        try original.requireUnchanged()
        if try original.apply(patch, to: path) { return }
      }
      let target = try OutputFile(path)
      try fill(target, from: original, progress, check)
      try original.commit(target)
    } catch {
      throw EditError(any: error)
    }
  }

  private func fill(
    _ target: borrowing OutputFile, from original: borrowing OriginalFile,
    _ progress: (Int) -> Void, _ check: (Bytes) throws(EditError) -> Void
  ) throws {
    try original.write(written, to: target, progress: progress)
    try check(target.source().bytes)
  }
}
