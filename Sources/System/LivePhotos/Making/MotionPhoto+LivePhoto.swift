public import Editing
public import HEIF
package import ISOBMFF
import Metadata
import Movie

extension LiveStill {
  /// The still of a Live Photo, made from a motion photo: without the movie, and with a content identifier.
  ///
  /// Throws if the photo is damaged, or if it has a maker note that may not be replaced.
  public init(
    _ photo: MotionPhoto, identifier: ContentIdentifier,
    replacingMakerNote replacesNote: Bool = false
  ) throws(EditError) {
    let still = try MotionPhotoStill(photo)
    let live = try LiveStill(
      try still.written.read(), identifier: identifier, replacingMakerNote: replacesNote)
    self.init(written: live.written, notes: still.notes + live.notes)
  }
}

extension MotionPhotoMovie {
  /// The movie of a motion photo, for another photo, with the same time of the still.
  ///
  /// - Parameter changed: edits the movie first.
  package init(
    of photo: MotionPhoto, changed: (Bytes) throws(EditError) -> Bytes = { $0 }
  ) throws(EditError) {
    guard photo.isWhole else { throw EditError(.damaged, "it is truncated") }
    var written = ByteWriter()
    written.write(photo.movie)
    // The movie has its own offsets, which count from its first byte.
    let movie = try changed(try written.read())
    let stated = photo.xmp.presentationTime.map { StatedFrame($0, in: MovieFile(BoxFile(movie))) }
    try self.init(movie, time: stated?.seconds)
    notes += [stated?.note].compactMap { $0 }
  }
}

extension LiveMovie {
  /// The movie of a Live Photo, made from the movie of a motion photo. It states the same time of the still,
  /// unless `options` has another time.
  ///
  /// Throws if the movie is truncated, or if no movie of a Live Photo can be made of it.
  public init(_ photo: MotionPhoto, _ options: LiveMovieOptions) throws(EditError) {
    guard photo.isWhole else {
      throw EditError(.damaged, "is truncated: its movie is not complete")
    }
    var written = ByteWriter()
    written.write(photo.movie)
    // The movie has its own offsets, which count from its first byte.
    let movie = try written.read()
    var options = options
    let file = MovieFile(BoxFile(movie))
    var note: String?
    if options.time == nil, let time = photo.xmp.presentationTime, time != file?.stillTime {
      let stated = StatedFrame(time, in: file)
      (options.time, note) = (stated.seconds, stated.note)
    }
    try self.init(movie, options)
    notes = [note].compactMap { $0 } + notes
  }
}

/// The frame of a movie that is nearest to the time of the still that a photo states: some phones state a time after the
/// end of the movie.
struct StatedFrame {
  /// The time of the still, in seconds from the start of the movie.
  let seconds: Double
  /// What to say if no frame is shown at the stated time; nil if one is.
  private(set) var note: String?

  /// - Parameter microseconds: the stated time.
  init(_ microseconds: Int64, in movie: MovieFile?) {
    // The middle of the microsecond avoids rounding to another one.
    let stated = (Double(microseconds) + 0.5) / 1e6
    guard let header = movie?.header, let ticks = movie?.shownFrames?.times.ticks,
      let last = ticks.last,
      (stated * Double(header.timescale)).rounded(.up)
        > Double(max(last, Int64(clamping: header.duration)))
    else {
      seconds = stated
      return
    }
    seconds = Double(last) / Double(header.timescale)
    let end = Double(header.duration) / Double(header.timescale)
    note =
      "the photo says that it was taken at \(fixedPoint(stated, digits: 3)) s, and the movie ends at "
      + "\(fixedPoint(end, digits: 3)) s: its last frame, at \(fixedPoint(seconds, digits: 3)) s, is the still"
  }
}

extension MovieFile {
  /// The time of the still in a Live Photo's movie, in microseconds from its start, rounded down; nil if the movie does
  /// not state it.
  var stillTime: Int64? {
    guard let header, header.timescale > 0, let track = StillImageTime.track(among: tracks),
      track.sampleCount > 0, let tick = StillImageTime.tick(of: track)
    else { return nil }
    let (product, overflow) = tick.multipliedReportingOverflow(by: 1_000_000)
    return overflow ? nil : product / Int64(header.timescale)
  }
}
