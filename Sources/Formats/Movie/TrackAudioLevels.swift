/// The levels of the decoded audio of a track over time.
public struct TrackAudioLevels: Sendable, Equatable {
  /// A level of audio in decibels relative to full scale (dBFS): 0 is the largest integer sample value, and
  /// silence is minus infinity.
  public struct Level: Sendable, Equatable {
    /// The level of the sample with the largest absolute value.
    public var peak: Double
    /// The level of the root mean square of all samples of all channels.
    public var rootMeanSquare: Double

    /// A level in decibels.
    public init(peak: Double, rootMeanSquare: Double) {
      (self.peak, self.rootMeanSquare) = (peak, rootMeanSquare)
    }
  }

  /// The `track_ID`.
  public var track: UInt32
  /// The time of all parts together, in seconds of media time.
  public var span: ClosedRange<Double>
  /// The levels of equal parts of the time; nil for a part in which nothing was decoded.
  public var parts: [Level?]
  /// The level of everything that was decoded.
  public var whole: Level
  /// The approximate number of seconds of each part that were decoded; nil if all parts were decoded
  /// completely.
  public var sampled: Double?

  /// Levels of a track.
  public init(
    track: UInt32, span: ClosedRange<Double>, parts: [Level?], whole: Level, sampled: Double? = nil
  ) {
    (self.track, self.span, self.parts) = (track, span, parts)
    (self.whole, self.sampled) = (whole, sampled)
  }
}
