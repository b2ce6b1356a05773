/// Converts between the ticks of a track and those of the movie.
struct MovieScale {
  /// Ticks per second, at least 1.
  private let movie: Int64
  private let media: Int64

  init(movie: UInt32, media: UInt32) {
    self.movie = max(1, Int64(movie))
    self.media = max(1, Int64(media))
  }

  /// Ticks of the track, none below 0, as ticks of the movie; a part of one counts as one, so that
  /// nothing that starts in it is lost.
  func movieTicks(_ ticks: Int64) -> Int64 {
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: media)
    // Both are below 2^32.
    let part = UInt64(rest) * UInt64(movie)
    let whole = seconds.multipliedReportingOverflow(by: movie)
    guard !whole.overflow else { return .max }
    let (sum, overflow) = whole.partialValue.addingReportingOverflow(
      Int64((part + UInt64(media) - 1) / UInt64(media)))
    return overflow ? .max : sum
  }
}
