public import Conversion

/// The options for a stream.
public struct StreamOptions: Sendable {
  /// The target duration of segments in seconds; each begins with a key frame.
  public var segmentSeconds = 6.0
  /// Whether each track is one file, with segments as byte ranges.
  public var isSingleFile = false
  /// Files of subtitles, SubRip or WebVTT, which are added to those of the movies.
  public var subtitles: [String] = []
  /// The presets for re-encoding frames in several sizes, in order; empty if frames are not re-encoded.
  public var ladder: [MoviePreset] = []
  /// How movies are converted for that.
  public var conversion = MovieConverter.Options()
  /// Whether the folder of another stream is replaced.
  public var replacesFolder = false

  /// Segments of 6 seconds, each a file.
  public init() {}
}

/// The result of making a stream.
public struct StreamResult: Sendable {
  /// A track of the stream. A member is nil if it does not apply to the kind of track, or if it is unknown.
  public struct Rendition: Equatable, Sendable {
    /// The common name of its files: `video-1`.
    public internal(set) var name: String
    /// The codec string of playlists; nil for texts.
    public internal(set) var codec: String?
    /// The language in the form of RFC 5646.
    public internal(set) var language: String?
    /// The width of the frames in pixels; nil for other tracks.
    public internal(set) var width: Int?
    /// The height of the frames in pixels; nil for other tracks.
    public internal(set) var height: Int?
    /// Frames in a second.
    public internal(set) var frameRate: Double?
    /// `SDR`, `HLG`, `PQ`
    public internal(set) var videoRange: String?
    /// The number of channels of audio; nil for other tracks.
    public internal(set) var channels: Int?
    /// The number of subtitles.
    public internal(set) var cueCount: Int?
    /// The number of segments.
    public internal(set) var segmentCount: Int
    /// The most bits in a second, as RFC 8216 defines it.
    public internal(set) var peakBitRate: Int
    /// The average of all segments, in bits per second.
    public internal(set) var averageBitRate: Int
  }

  /// Frames, audio and texts, in the order of their names.
  public internal(set) var renditions: [Rendition] = []
  /// The number of files in the folder.
  public internal(set) var fileCount = 0
  /// The total size in bytes.
  public internal(set) var byteCount = 0
  /// The parts that the stream cannot hold, as phrases after the name of their file.
  public internal(set) var leftOut: [String] = []
  /// Sentences about what some players do not do, and about what is missing.
  public internal(set) var warnings: [String] = []
  /// Sentences that the user may want to know, such as what the codec of a preset makes less.
  public internal(set) var notes: [String] = []
}
