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
  /// Throws if the movie states no unit of its times, or if a track with samples lacks what gives them a meaning: the unit
  /// of their times, their times, and their coding. An edit would take the first sample for the whole track, or keep one
  /// that nobody can play.
  package func requireTables() throws(EditError) {
    let lack =
      header.map { Box($0).statesNoTimescale } == true
      ? "has the timescale 0 in the header of the movie, so that its times mean nothing"
      : tracks.firstNonNil(\.lackOfTables)
    if let lack { throw EditError(.damaged, "\(lack): \(Track.wayOut)") }
    guard let track = tracks.first(where: \.lacksTimes) else { return }
    throw EditError(
      .damaged,
      "track \(track.id) has no table of times (stts) that can be read: boxwalk repair --force leaves the track out"
    )
  }
}

extension Track {
  fileprivate static let wayOut =
    "boxwalk repair --like takes it from another recording of the same camera"

  /// Whether its tables do not say when its samples are shown. No other recording knows it.
  fileprivate var lacksTimes: Bool {
    tableSampleCount > 0
      && box.children.at("mdia", "minf", "stbl").first(TimeToSampleBox.self) == nil
  }

  /// What its samples need and another recording has, if it is missing, as a sentence about the file; nil if nothing is.
  fileprivate var lackOfTables: String? {
    guard sampleCount > 0 else { return nil }
    if statesNoTimescale {
      return "has the timescale 0 in the header of track \(id), so that its times mean nothing"
    }
    let lack =
      mediaHeader == nil
      ? "unit of its times (mdhd)"
      : sampleEntries.isEmpty ? "description of its coding (stsd)" : nil
    return lack.map { "track \(id) has no \($0) that can be read" }
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
  /// Throws if the file was truncated.
  func requireEnd() throws(EditError) {
    guard let missing = missingByteCount else { return }
    throw EditError(
      .damaged,
      "is truncated, and \(counted(missing, "byte is", "bytes are")) missing: use boxwalk repair first"
    )
  }
}
