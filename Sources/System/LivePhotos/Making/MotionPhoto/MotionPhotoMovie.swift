public import Editing
public import ISOBMFF
import Movie

/// The movie for a motion photo.
public struct MotionPhotoMovie: Sendable {
  /// All bytes of the movie, in order.
  public let written: ByteWriter
  /// The MIME type: `video/mp4` or `video/quicktime`.
  public let mime: String
  /// The time of the still, in microseconds from the start of the movie; nil if it is unknown.
  public let time: Int64?
  /// Sentences about what was done and what the user should know.
  public internal(set) var notes: [String] = []

  /// Keeps the movie as it is. If it does not start with an `ftyp` box, which a motion photo needs, it gets
  /// one.
  ///
  /// Throws if the movie is damaged, lacks samples, or has no video track, or if the time is not in the movie.
  ///
  /// - Parameters:
  ///   - bytes: a QuickTime or MP4 movie.
  ///   - time: the time of the still, in seconds, which is used instead of the time that the movie states.
  public init(_ bytes: Bytes, time: Double? = nil) throws(EditError) {
    var edit = Edit(bytes)
    try edit.refuseDamage()
    guard let movie = MovieFile(edit.original) else {
      throw EditError(noMovieIn: edit.original)
    }
    try edit.requireAllSamples(of: movie)
    guard movie.tracks.contains(where: { $0.handlerType == "vide" && $0.sampleCount > 0 }) else {
      throw EditError(.wrongFile, "has no video track with frames")
    }
    if edit.file.boxes.first?.type != "ftyp" {
      // Phones write QuickTime movies without `ftyp`; in a photo, nothing else identifies the movie.
      guard !edit.file.boxes.contains(where: { $0.type == "ftyp" }) else {
        throw EditError(.wrongFile, "does not start with ftyp")
      }
      var type = FileTypeBox()
      type.majorBrand = "qt  "
      type.compatibleBrands = ["qt  "]
      edit.file.boxes.insert(Box(type), at: 0)
      notes.append("the movie starts with ftyp now, which was missing")
    }
    let brand = edit.file.boxes.first(FileTypeBox.self)?.majorBrand
    mime = brand == "qt  " ? "video/quicktime" : "video/mp4"
    written = try edit.finished().written
    self.time = try MotionPhotoMovie.microseconds(time, movie)
    let audio = movie.tracks.filter { $0.handlerType == "soun" }.flatMap(\.sampleEntries)
      .map(\.type).filter { $0 != "mp4a" }
    if let codec = audio.first {
      notes.append(
        "the audio of the movie is '\(codec)', which not every phone plays; boxwalk transcode MOVIE --preset passthrough --audio aac -o NEW.mov makes one with AAC"
      )
    }
  }

  private static func microseconds(
    _ time: Double?, _ movie: MovieFile
  ) throws(EditError) -> Int64? {
    if let time {
      guard time >= 0, time <= movie.duration ?? .infinity, time < 1e9 else {
        throw EditError(
          .notFound,
          "has no frame at \(time) s: it lasts \(fixedPoint(movie.duration ?? 0, digits: 3)) s")
      }
      return Int64(time * 1e6)
    }
    // The time is rounded down, because the frame is the last one that starts before it or slightly after it.
    return movie.stillTime
  }
}
