package import ISOBMFF
package import Movie

extension MovieFile {
  /// Reads a movie. Throws the reason if there is none, or if it is not read, or not all of its samples.
  package init(requiredIn file: BoxFile) throws(EditError) {
    guard let movie = MovieFile(file) else { throw EditError(noMovieIn: file) }
    if let refusal = movie.refusal { throw EditError(.damaged, refusal) }
    self = movie
  }
}

extension MovieFile {
  /// Throws if the times of the movie, or of a track with samples, have no unit.
  package func requireTimescales() throws(EditError) {
    let lost = tracks.first { $0.statesNoTimescale && $0.sampleCount > 0 }
    let isOfMovie = header.map { Box($0).statesNoTimescale } == true
    guard isOfMovie || lost != nil else { return }
    throw EditError(
      .damaged,
      "has the timescale 0 in the header of \(isOfMovie ? "the movie" : "track \(lost?.id ?? 0)"), so that its times mean nothing: boxwalk repair --like takes it from another recording of the same camera"
    )
  }
}

extension Edit {
  /// Throws the reason if the file has a movie of which no track is known, such as a compressed one.
  package func requireKnownTracks() throws(EditError) {
    if let reason = MovieFile(file)?.reasonForNoTracks { throw EditError(.damaged, reason) }
  }
}

extension EditError {
  /// An error for a file without a movie.
  package init(noMovieIn file: BoxFile) { self.init(.wrongFile, file.reasonForNoMovie) }

  /// An error for a movie with too many samples.
  package init(_ excess: SampleExcess) { self.init(.damaged, "\(excess)") }
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
