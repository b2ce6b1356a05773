package import SystemAccess

/// The two files of a Live Photo, of which both appear or none.
package struct HalfOutputs: ~Copyable {
  package let still: OutputFile
  package let movie: OutputFile
  private let left: String?

  /// - Parameter left: the path of the one that is there already, as it will be, and stays.
  package init(still: String, movie: String, leaving left: String? = nil) throws {
    try makeFolder(of: still)
    for path in [still, movie] where path != left && PathKind(path) != .nothing {
      throw LiveError(path, "exists, and is not replaced")
    }
    let stillFile = try OutputFile(still)
    let movieFile = try OutputFile(movie)
    self.still = stillFile
    self.movie = movieFile
    self.left = left
  }

  /// Gives both their names: the still is the last, as it is what people look for.
  package func commit() throws {
    if movie.path != left { try movie.commit(replacing: false) }
    do {
      if still.path != left { try still.commit(replacing: false) }
    } catch {
      if movie.path != left { try? remove(movie.path) }
      throw error
    }
  }
}
