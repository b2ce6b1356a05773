public import Editing
public import FieldCoding
import Platform

extension EditedFile {
  /// Writes the new file, which appears under its name only when it is complete.
  ///
  /// Unchanged bytes are copied from file to file, without using memory. The new file has the mode, times and
  /// extended attributes of the original. Missing folders are made.
  ///
  /// It throws ``EditError/Kind/fileExists`` if a file with that name exists, or if it is the original;
  /// ``EditError/Kind/fileChanged`` if another program writes to the original; and ``EditError/Kind/system(errno:)``,
  /// for example if the disk is full.
  ///
  /// - Parameters:
  ///   - output: the path of the new file.
  ///   - original: the file that was edited.
  ///   - replacesFile: whether an existing file with that name is replaced, if it is not the original.
  ///   - progress: is called with the number of bytes that are written.
  ///   - check: is called with the new file on the disk, before it has its name; if it throws, the file does not
  ///     appear.
  public func write(
    to output: String, from original: borrowing OriginalFile, replacing replacesFile: Bool = false,
    progress: (Int) -> Void = { _ in }, check: (Bytes) throws(EditError) -> Void = { _ in }
  ) throws(EditError) {
    try write(
      to: output, from: original, below: nil, replacing: replacesFile, isSynced: true,
      progress: progress, check: check)
  }

  /// Writes the file like the function above, but only below a folder.
  ///
  /// - Parameters:
  ///   - root: the folder that the output has to be in; nil for no restriction.
  ///   - isSynced: false if the caller syncs many files at once.
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
      try target.commit(replacing: replacesFile, isSynced: isSynced, of: [original.path])
    } catch {
      throw EditError(any: error)
    }
  }

  /// Replaces the original with the new file. Even if the program is killed, the file is either the original or the
  /// complete new file.
  ///
  /// A change within one block of the disk is made in place. If another program has written to the file at that path
  /// or replaced it since it was opened, this throws ``EditError/Kind/fileChanged``, and the file does not change.
  /// Other names of the original (hard links) keep their bytes. Temporary files of a killed program for the same file
  /// are removed. If the path is a symbolic link, the file to which it leads is replaced.
  ///
  /// - Parameters: as for ``write(to:from:replacing:progress:check:)``.
  public func replace(
    _ original: borrowing OriginalFile, progress: (Int) -> Void = { _ in },
    check: (Bytes) throws(EditError) -> Void = { _ in }
  ) throws(EditError) {
    do {
      let path =
        original.folder == nil
        ? try pathBehindLink(original.path) ?? original.path : original.path
      HiddenName.removeAbandoned(of: original.systemPath(of: path))
      guard isChanged else { return }
      try requireWritable(original.systemPath(of: path))
      if let patches, let patch = AtomicFilePatch(patches, of: original.bytes) {
        try patch.view(original.file, path).withBytes(check).get()
        try original.requireUnchanged()
        if try original.apply(patch, to: path) { return }
      }
      let target = try OutputFile(path, in: original.folder)
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
    try target.withBytes(check).get()
  }
}

extension EditError {
  /// An error of the system, or a change of the file.
  package init(_ error: SystemError) {
    let kind: Kind =
      switch error.code {
      case ESTALE: .fileChanged
      case EEXIST: .fileExists
      default: .system(errno: error.code)
      }
    self.init(kind, "\(error)")
  }

  /// The error that prevented reading or writing of a file.
  package init(any error: any Error) {
    switch error {
    case let error as EditError: self = error
    case let error as SystemError: self.init(error)
    case let error as ByteSourceError: self.init(error)
    default: self.init(.damaged, "\(error)")
    }
  }
}
