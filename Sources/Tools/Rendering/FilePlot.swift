import FieldCoding
import HEIF
import ISOBMFF
import Inspection
public import Movie
public import Text
public import Verification

/// A drawing of a file's content, as `boxwalk inspect --svg` writes it.
public enum FilePlot: String, CaseIterable, Sendable {
  /// A graph of the items that a photo consists of.
  case graph
  /// The uses of the bytes of a file.
  case bytes
  /// The bit rate of a movie over time.
  case rate
  /// The tiles of a photo, with the bytes of each.
  case tiles
  /// Tracks, edits, fragments and chapters of a movie over time.
  case timeline

  /// The drawing; nil if the file has nothing of the kind.
  public func drawing(of file: ExaminedFile) -> Drawing? {
    switch self {
    case .graph: file.heif.map { ItemGraph($0).drawing() }
    case .bytes: file.hasByteMap ? file.byteMap.drawing() : nil
    case .rate: file.shownMovie?.bins.rateChart?.drawing
    case .tiles: file.gridTiles.first?.drawing()
    case .timeline: file.shownMovie.map { TimelineView($0.bins, in: $0.bytes).drawing() }
    }
  }

  /// The required content of a file.
  public var need: String {
    switch self {
    case .graph: "items"
    case .bytes: "boxes or segments"
    case .rate: "video or audio over time"
    case .tiles: "grid of tiles"
    case .timeline: "tracks with samples"
    }
  }
}

extension ExaminedFile {
  /// Whether it shows an image, and not only a movie.
  public var hasPhoto: Bool { kind == .jpeg || heif?.items.contains(where: \.isImage) ?? false }

  /// Whether it has frames to show.
  public var hasVideo: Bool {
    movie?.tracks.contains { ["vide", "pict"].contains($0.handlerType) } ?? false
  }

  /// Whether the purpose of its bytes is known.
  var hasByteMap: Bool { kind == .boxes || kind == .jpeg }

  /// The use of each byte, including those of a movie in a photo.
  var byteMap: ByteMap {
    let map =
      jpeg.map { ByteMap($0.segments, motionPhoto) }
      ?? ByteMap(boxes, photo: heif, movie: tracksWithSamples)
    guard let motion = movieInPhoto, let photo = motionPhoto else { return map }
    return map.containing(
      ByteMap(motion, photo: nil, movie: MovieFile(motion)), at: photo.movieRange)
  }

  /// The movie as its plots need it, with its bytes: that of the file, or the one in a photo.
  fileprivate var shownMovie: (bins: MovieBins, bytes: Bytes)? {
    if let bins = movieBins { return (bins, bytes) }
    guard let motion = movieInPhoto else { return nil }
    return MovieBins(photo: motion).map { ($0, motion.bytes) }
  }

  /// The movie, or the part of one.
  var tracksWithSamples: MovieFile? { movie ?? MovieFile(segment: boxes) }

  /// The movie as its plots need it; nil if it has no samples.
  var movieBins: MovieBins? { tracksWithSamples.flatMap { MovieBins($0, in: boxes) } }

  /// The first track of audio, of the file or of the movie in a photo.
  public var audioTrack: Track? {
    (movie ?? movieInPhoto.flatMap { MovieFile($0) })?.tracks.first {
      $0.handlerType == "soun" && $0.sampleCount > 0
    }
  }

  /// The grids, that of the image first.
  var gridTiles: [GridTilesView] {
    guard let heif else { return [] }
    let grids = heif.items.filter { $0.type == "grid" }
    let first = grids.filter { $0.id == heif.primaryItemID }
    return (first + grids.filter { $0.id != heif.primaryItemID }).prefix(8).compactMap {
      GridTilesView(heif, $0)
    }
  }
}

extension MovieBins {
  /// The plot of the movie in a photo.
  init?(photo motion: BoxFile) {
    guard let movie = MovieFile(motion), let bins = MovieBins(movie, in: motion) else { return nil }
    self = bins
  }
}
