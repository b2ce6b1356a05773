import FileKind
import HEIF
import ISOBMFF
import Inspection
public import Markup
import Movie
public import Verification

/// One drawing of what is in a file, as `boxwalk inspect --svg` writes it.
public enum FilePlot: String, CaseIterable, Sendable {
  /// What the items of a photo are made of.
  case graph
  /// What the bytes of a file are for.
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
    case .bytes: file.kind == .boxes ? file.byteMap.drawing() : nil
    case .rate: file.movieBins?.rateChart?.drawing
    case .tiles: file.gridTiles.first?.drawing()
    case .timeline: file.movieBins.map { Timeline($0, in: file.bytes).drawing() }
    }
  }

  /// What a file has to have in it.
  public var need: String {
    switch self {
    case .graph: "items"
    case .bytes: "boxes"
    case .rate: "pictures or sound over time"
    case .tiles: "a grid of tiles"
    case .timeline: "tracks with samples"
    }
  }
}

extension ExaminedFile {
  /// Whether it shows a picture, and not a movie alone.
  public var hasPhoto: Bool { kind == .jpeg || heif?.items.contains(where: \.isImage) ?? false }

  /// Whether it has frames to show.
  public var hasVideo: Bool {
    movie?.tracks.contains { ["vide", "pict"].contains($0.handlerType) } ?? false
  }

  /// What each byte is for.
  var byteMap: ByteMap { ByteMap(boxes, photo: heif, movie: tracksWithSamples) }

  /// The movie, or the part of one.
  var tracksWithSamples: MovieFile? { movie ?? MovieFile(segment: boxes) }

  /// The movie as its plots need it; nil if it has no samples.
  var movieBins: MovieBins? { tracksWithSamples.flatMap { MovieBins($0, in: boxes) } }

  /// The grids, that of the picture first.
  var gridTiles: [GridTiles] {
    guard let heif else { return [] }
    let grids = heif.items.filter { $0.type == "grid" }
    let first = grids.filter { $0.id == heif.primaryItemID }
    return (first + grids.filter { $0.id != heif.primaryItemID }).prefix(8).compactMap {
      GridTiles(heif, $0)
    }
  }
}
