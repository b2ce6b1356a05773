import FileAccess
import LivePhoto

/// The two files of a Live Photo, of which both appear or none.
struct HalfOutputs: ~Copyable {
  let still: OutputFile
  let movie: OutputFile

  init(still: String, movie: String) throws {
    try OutputPath.makeFolder(of: still)
    for path in [still, movie] where PathKind(path) != .nothing {
      throw LiveError(path, "exists, and is not replaced")
    }
    let stillFile = try OutputFile(still)
    let movieFile = try OutputFile(movie)
    self.still = stillFile
    self.movie = movieFile
  }

  /// Gives both their names.
  func commit() throws {
    try still.commit(replacing: false)
    do {
      try movie.commit(replacing: false)
    } catch {
      try? remove(still.path)
      throw error
    }
  }
}
