package import ISOBMFF
package import Movie

/// A movie as its plots need it: read once for all of them.
package struct MovieBins {
  package let movie: MovieFile
  /// The time of all tracks together, in seconds of their media.
  package let span: ClosedRange<Double>
  /// The tracks whose samples have times, the first ``most`` of them.
  package let tracks: [TrackBins]
  package let chapters: [Chapter]

  /// No real movie has more tracks.
  static let most = 24

  /// Nil if no track has samples.
  ///
  /// - Parameter readsFrameTypes: whether the kinds of frames are read from their data.
  package init?(_ movie: MovieFile, in file: BoxFile, readsFrameTypes: Bool = true) {
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
      TrackBins(
        track, movieTimescale: movie.header?.timescale ?? 0, of: span, in: file,
        readsFrameTypes: readsFrameTypes)
    }
    chapters = movie.chapters(in: file.bytes)
    if tracks.isEmpty { return nil }
  }

  /// The length of each part, in seconds.
  package var step: Double { (span.upperBound - span.lowerBound) / Double(TrackBins.count) }

  /// The video tracks.
  package var videos: [(index: Int, track: TrackBins)] {
    tracks.enumerated().filter { ["vide", "pict"].contains($0.element.track.handlerType) }
      .map { ($0.offset, $0.element) }
  }

  /// The start of a part, in seconds.
  package func time(ofPart part: Int) -> Double { span.lowerBound + Double(part) * step }

  /// The number of parts that last at least so long together, in seconds; at most a quarter of all.
  package func parts(lasting seconds: Double) -> Int {
    let most = TrackBins.count / 4
    return (1...most).first { TrackBins.count % $0 == 0 && Double($0) * step >= seconds } ?? most
  }

  /// Whether its samples take any time.
  var hasDuration: Bool { tracks.contains { $0.span.upperBound > $0.span.lowerBound } }

  /// The bits in a second of all tracks together, over time.
  ///
  /// - Parameter parts: how many parts are taken together, which divides ``TrackBins/count``.
  func rates(by parts: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: TrackBins.count / parts)
    for track in tracks {
      for (index, rate) in rates(of: track, by: parts).enumerated() { sums[index] += rate }
    }
    return sums
  }

  /// The bits in a second of a track, over time.
  ///
  /// - Parameter parts: how many parts are taken together, which divides ``TrackBins/count``.
  package func rates(of track: TrackBins, by parts: Int) -> [Double] {
    stride(from: 0, to: TrackBins.count, by: parts).map { first in
      let bytes = track.bins[first..<first + parts].reduce(0.0) { $0 + Double($1.bytes) }
      return bytes * 8 / (Double(parts) * step)
    }
  }
}
