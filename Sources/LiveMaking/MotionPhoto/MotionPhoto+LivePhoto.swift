public import Editing
package import ISOBMFF
public import LivePairing
public import MotionPhotos
import Movie
import StillMetadata

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
    guard photo.isWhole else { throw EditError(.damaged, "it is cut off") }
    var written = ByteWriter()
    written.write(photo.movie)
    // The movie has its own offsets, which count from its first byte.
    let movie = try changed(try written.read())
    // The middle of the microsecond avoids rounding to another one.
    let time = photo.xmp.presentationTime.map { (Double($0) + 0.5) / 1e6 }
    do throws(EditError) { try self.init(movie, time: time) } catch {
      guard time != nil else { throw error }
      // Some files state a time after the end.
      try self.init(movie)
    }
  }
}

extension LiveMovie {
  /// The movie of a Live Photo, made from the movie of a motion photo. It states the same time of the still,
  /// unless `options` has another time.
  ///
  /// Throws if the movie is cut off, or if no movie of a Live Photo can be made of it.
  public init(_ photo: MotionPhoto, _ options: LiveMovieOptions) throws(EditError) {
    guard photo.isWhole else { throw EditError(.damaged, "is cut off: its movie is not complete") }
    var written = ByteWriter()
    written.write(photo.movie)
    // The movie has its own offsets, which count from its first byte.
    let movie = try written.read()
    var options = options
    if options.time == nil, let time = photo.xmp.presentationTime,
      time != MovieFile(BoxFile(movie))?.stillTime
    {
      options.time = Double(time) / 1e6
    }
    try self.init(movie, options)
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
