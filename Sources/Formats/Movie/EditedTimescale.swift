/// Converts ticks of a track to those of the movie, or to those of its new timescale.
package struct EditedTimescale {
  /// Ticks per second, at least 1.
  private let movie: Int64
  private let media: Int64

  /// Whether both are of different lengths.
  package var isChange: Bool { movie != media }

  /// - Parameters:
  ///   - movie: the timescale of the movie.
  ///   - media: the timescale of the track.
  package init(movie: UInt32, media: UInt32) {
    self.movie = max(1, Int64(movie))
    self.media = max(1, Int64(media))
  }

  /// Converts ticks of the track to ticks of the movie. Negative values become 0, and fractions are rounded up, so
  /// that nothing that starts in the last tick is lost.
  package func movieTicks(_ ticks: Int64) -> Int64 { converted(ticks, adding: UInt64(media) - 1) }

  /// The same, rounded to the nearest.
  package func nearestTicks(_ ticks: Int64) -> Int64 { converted(ticks, adding: UInt64(media) / 2) }

  /// The same, rounded down.
  package func wholeTicks(_ ticks: Int64) -> Int64 { converted(ticks, adding: 0) }

  /// The same; nil if it is not a whole tick of the movie, or for a negative time.
  package func exactMovieTicks(_ ticks: Int64) -> Int64? {
    guard ticks >= 0 else { return nil }
    let below = wholeTicks(ticks)
    return below == movieTicks(ticks) ? below : nil
  }

  /// - Parameter rest: the number that is added before rounding down.
  private func converted(_ ticks: Int64, adding rest: UInt64) -> Int64 {
    let (seconds, part) = max(0, ticks).quotientAndRemainder(dividingBy: media)
    let whole = seconds.multipliedReportingOverflow(by: movie)
    guard !whole.overflow else { return .max }
    // Both are below 2^32.
    let (sum, overflow) = whole.partialValue.addingReportingOverflow(
      Int64((UInt64(part) * UInt64(movie) + rest) / UInt64(media)))
    return overflow ? .max : sum
  }
}
