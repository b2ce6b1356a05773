import Platform

/// A folder that appears under its name with all its files, or not at all.
package struct OutputFolder: ~Copyable {
  package let path: String
  /// The path that is passed to the system: ``path``, or one in ``parent``.
  private let systemPath: String
  /// The folder in which it appears, if it may appear nowhere else.
  private let parent: OpenFolder?

  package init(_ path: String) {
    self.path = path.withoutLastSlashes
    systemPath = self.path
    parent = nil
  }

  /// - Parameter root: the folder that it has to be in; missing folders in it are made.
  package init(_ path: String, below root: RootFolder) throws(SystemError) {
    self.path = path.withoutLastSlashes
    let parent = try root.folder(of: self.path)
    systemPath = parent.systemPath(of: self.path)
    self.parent = parent
  }

  /// A file that will be moved into the folder: it is written next to the folder, so that it is on the same file system.
  package func file(_ name: String) throws(SystemError) -> OutputFile {
    try OutputFile(path.splitAtName.folder + name, in: parent)
  }

  /// Makes the folder, and gives it its name when `body` has put its files into it.
  ///
  /// - Parameters:
  ///   - replacing: whether an existing folder of that name is removed, with the files in it; if it has other folders,
  ///     they stay, and it stays under a hidden name.
  ///   - inputs: the paths of the files that they were made of; nil for every file that this process has mapped.
  ///   - body: gives the files, which have no names yet, their names in the folder.
  package func commit(
    replacing: Bool = false, of inputs: [String]?, _ body: (_ folder: String) throws -> Void
  ) throws {
    HiddenName.removeAbandoned(of: systemPath)
    let hidden = HiddenName.path(of: systemPath)
    let folder = BytePath(Array(hidden.utf8))
    let unfinished = try UnfinishedName(hidden) { () throws(SystemError) in
      try SystemError.making(path) { () throws(SystemError) in try folder.makeFolder() }
    }
    defer { withExtendedLifetime(unfinished) {} }
    do {
      // A folder from a killed program is not locked.
      let lock = try OpenFile.reading(hidden)
      flock(lock.descriptor, LOCK_EX | LOCK_NB)
      try body(hidden + "/")
      try SystemError.requireRead(inputs)
      let target = BytePath(Array(systemPath.utf8))
      if replacing {
        try EndSignals.undisturbed { () throws(SystemError) in
          try OutputFolder.exchange(folder, with: target)
        }
        OutputFolder.remove(folder)
        // Files that could not be removed are tried again, like files from killed programs.
        HiddenName.removeAbandoned(hidden)
      } else {
        try EndSignals.undisturbed { try folder.move(to: target) }
      }
    } catch {
      OutputFolder.remove(folder)
      throw error
    }
  }

  /// Exchanges the names of two folders: at once, or one after the other where the file system cannot do that.
  private static func exchange(_ folder: BytePath, with other: BytePath) throws(SystemError) {
    do throws(SystemError) { return try folder.exchange(with: other) } catch {
      guard error.isNotPossible || error.code == EINVAL else { throw error }
    }
    let old = BytePath(Array(HiddenName.path(of: other.description).utf8))
    try other.move(to: old)
    do throws(SystemError) { try folder.move(to: other) } catch {
      try? old.move(to: other)
      throw error
    }
    try? old.move(to: folder)
  }

  /// Removes a folder with the files in it.
  private static func remove(_ folder: BytePath) {
    for (name, _) in (try? folder.contents()) ?? [] {
      try? BytePath(folder.bytes + [UInt8(ascii: "/")] + name).removeFile()
    }
    folder.removeEmptyFolder()
  }
}

/// Makes the folder of a file, and its missing parents.
package func makeFolder(of file: String) throws(SystemError) {
  let folder = file.splitAtName.folder
  guard !folder.isEmpty, try PathKind(folder) != .folder else { return }
  let path = (folder.isAbsolutePath ? "/" : "") + folder.pathNames.joined(separator: "/")
  try BytePath(Array(path.utf8)).makeFolders()
}
