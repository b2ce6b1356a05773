import FileAccess

/// A still and a movie that appear together, or not at all.
struct FilePair: ~Copyable {
  let still: OutputFile
  let movie: OutputFile

  /// - Parameter folder: is made if it is missing. Files that are there are not replaced.
  init(_ names: (still: String, movie: String), in folder: String) throws {
    if PathKind(folder) == .file {
      throw LiveFailure(path: folder, message: "is a file, and no folder")
    }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    let paths = [start + names.still, start + names.movie]
    try OutputPath.makeFolder(of: paths[0])
    for path in paths where BytePath(Array(path.utf8)).status != nil {
      throw LiveFailure(path: path, message: "exists, and is not replaced")
    }
    let still = try OutputFile(paths[0])
    let movie = try OutputFile(paths[1])
    self.still = still
    self.movie = movie
  }

  func commit() throws {
    try still.commit(replacing: false)
    do {
      try movie.commit(replacing: false)
    } catch {
      // Both, or none.
      try? remove(still.path)
      throw error
    }
  }
}
