package import FieldCoding
package import Files

/// The two files of a Live Photo. Either both are written, or none.
///
/// If a file with the same bytes exists already, it is from an earlier run, and is kept.
package struct LivePhotoOutputs: ~Copyable {
  package let still: OutputFile
  package let movie: OutputFile
  private let left: String?
  private let replaces: Bool
  private let root: RootFolder?

  /// - Parameters:
  ///   - left: the path of the one that is there already, as it will be, and stays.
  ///   - replaces: whether files that exist are replaced.
  ///   - root: the folder that they have to be in.
  package init(
    still: String, movie: String, leaving left: String? = nil, replacing replaces: Bool = false,
    below root: RootFolder? = nil
  ) throws {
    if root == nil { try makeFolder(of: still) }
    if !replaces, try PathKind(still) != .nothing, try PathKind(movie) != .nothing {
      throw LiveError(still, "exists, and is not replaced")
    }
    let stillFile = try OutputFile(still, below: root)
    let movieFile = try OutputFile(movie, below: root)
    self.still = stillFile
    self.movie = movieFile
    self.left = left
    self.replaces = replaces
    self.root = root
  }

  /// Returns what `body` makes of the bytes of both. It throws if some of them cannot be read again.
  package func withBytes<Result>(
    _ body: (_ still: Bytes, _ movie: Bytes) throws -> Result
  ) throws -> Result {
    try still.withBytes { still in
      try movie.withBytes { movie in try body(still, movie) }.get()
    }.get()
  }

  /// Gives both their names. The still is the last one, because users look for it.
  ///
  /// - Parameter inputs: the files that they are made of; nil for every file that this process has mapped.
  package func commit(of inputs: [String]?) throws {
    let hasNewMovie = try name(movie, inputs)
    do {
      _ = try name(still, inputs)
    } catch {
      if hasNewMovie, !replaces {
        if let root { try? root.remove(movie.path) } else { try? remove(movie.path) }
      }
      throw error
    }
  }

  /// Whether the file got its name; if not, it exists already.
  private func name(_ file: borrowing OutputFile, _ inputs: [String]?) throws -> Bool {
    if file.path == left { return false }
    do throws(SystemError) {
      try file.commit(replacing: replaces, of: inputs)
      return true
    } catch {
      guard error.isTaken else { throw error }
      guard try PathKind(file.path) == .file,
        try ByteSource(mapping: file.path).bytes == file.source().bytes
      else { throw LiveError(file.path, "exists, and is not replaced") }
      return false
    }
  }
}
