package import ISOBMFF
import Movie

extension MovieFile {
  /// Reads a movie. Throws the reason if there is none.
  init(requiredIn file: BoxFile) throws(EditError) {
    guard let movie = MovieFile(file) else { throw EditError(noMovieIn: file) }
    self = movie
  }
}

extension EditError {
  /// An error for a file without a movie.
  package init(noMovieIn file: BoxFile) { self.init(.wrongFile, file.reasonForNoMovie) }
}

extension BoxFile {
  /// Throws if the file was cut off.
  func requireEnd() throws(EditError) {
    guard let missing = missingByteCount else { return }
    throw EditError(
      .damaged,
      "was cut off, and \(counted(missing, "byte is", "bytes are")) missing: use boxwalk repair first"
    )
  }
}
