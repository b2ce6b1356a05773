import FieldCoding
import ISOBMFF
import Markup
import Movie

/// A movie as its plots need it: read once for all of them.
struct MovieBins {
  let movie: MovieFile
  /// The time of all tracks together, in seconds of their media.
  let span: ClosedRange<Double>
  /// The tracks whose samples have times, the first ``most`` of them.
  let tracks: [TrackBins]
  let chapters: [Chapter]

  /// No movie that people have has more tracks.
  static let most = 24

  /// Nil if no track has samples.
  init?(_ movie: MovieFile, in file: BoxFile) {
    let timed = movie.tracks.lazy.filter { $0.sampleCount > 0 }
      .compactMap { track in TrackBins.span(of: track).map { (track, $0) } }.prefix(MovieBins.most)
    let spans = timed.map(\.1)
    guard let start = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max() else {
      return nil
    }
    let span = start...(end > start ? end : start + 1)
    self.movie = movie
    self.span = span
    tracks = timed.compactMap { track, _ in
      TrackBins(track, movieTimescale: movie.header?.timescale ?? 0, of: span, in: file)
    }
    chapters = movie.chapters(in: file.bytes)
    if tracks.isEmpty { return nil }
  }

  /// The length of each part, in seconds.
  var step: Double { (span.upperBound - span.lowerBound) / Double(TrackBins.count) }

  /// The colour of a track, by its place among them.
  static func shape(_ index: Int) -> String { "s\(index % 6 + 1)" }

  /// The tracks that have pictures.
  var videos: [(index: Int, track: TrackBins)] {
    tracks.enumerated().filter { ["vide", "pict"].contains($0.element.track.handlerType) }
      .map { ($0.offset, $0.element) }
  }

  var time: Axis { Axis(.time, from: span.lowerBound, to: span.upperBound) }

  /// The start of a part, in seconds.
  func time(ofPart part: Int) -> Double { span.lowerBound + Double(part) * step }
}
