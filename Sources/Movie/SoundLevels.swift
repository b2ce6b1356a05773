/// How loud the sound of a track is over time, as it is decoded.
public struct SoundLevels: Sendable, Equatable {
  /// How loud sound is, in decibels of full scale: 0 is as loud as samples of whole numbers can be, and silence
  /// is minus infinity.
  public struct Level: Sendable, Equatable {
    /// The sample that is farthest from 0.
    public var peak: Double
    /// The root mean square of all samples of all channels.
    public var rootMeanSquare: Double

    /// A level in decibels.
    public init(peak: Double, rootMeanSquare: Double) {
      (self.peak, self.rootMeanSquare) = (peak, rootMeanSquare)
    }
  }

  /// The `track_ID`.
  public var track: UInt32
  /// The time of all parts together, in seconds of the media.
  public var span: ClosedRange<Double>
  /// Equal parts of the time; nil where nothing was decoded.
  public var parts: [Level?]
  /// All that was decoded together.
  public var whole: Level
  /// How many seconds of each part were decoded, about; nil if all were.
  public var sampled: Double?

  /// Levels of a track.
  public init(
    track: UInt32, span: ClosedRange<Double>, parts: [Level?], whole: Level, sampled: Double? = nil
  ) {
    (self.track, self.span, self.parts) = (track, span, parts)
    (self.whole, self.sampled) = (whole, sampled)
  }
}
