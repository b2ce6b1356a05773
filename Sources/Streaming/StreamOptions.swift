public import MovieConversion

/// What a stream is to have.
public struct StreamOptions: Sendable {
  /// How long segments are meant to be, in seconds; each begins with a key frame.
  public var segmentSeconds = 6.0
  /// Whether each track is one file, with segments as byte ranges.
  public var isSingleFile = false
  /// Files of subtitles, SubRip or WebVTT, that are shown beside what the movies have.
  public var subtitles: [String] = []
  /// The presets for re-encoding pictures in several sizes, in order; empty if pictures are not re-encoded.
  public var ladder: [MoviePreset] = []
  /// How movies are converted for that.
  public var conversion = MovieConverter.Options()
  /// Whether the folder of another stream is replaced.
  public var replacesFolder = false

  /// Segments of 6 seconds, each a file.
  public init() {}
}

/// What became of movies.
public struct StreamResult: Sendable {
  /// A track of the stream. A member is nil if it does not apply to the kind of track, or if it is unknown.
  public struct Rendition: Equatable, Sendable {
    /// What its files are called: `video-1`.
    public internal(set) var name: String
    /// As playlists state it; nil for texts.
    public internal(set) var codec: String?
    /// As RFC 5646 has it.
    public internal(set) var language: String?
    /// The width of the pictures in pixels; nil for other tracks.
    public internal(set) var width: Int?
    /// The height of the pictures in pixels; nil for other tracks.
    public internal(set) var height: Int?
    /// Pictures in a second.
    public internal(set) var frameRate: Double?
    /// `SDR`, `HLG`, `PQ`
    public internal(set) var videoRange: String?
    /// How many channels sound has; nil for other tracks.
    public internal(set) var channels: Int?
    /// How many subtitles there are.
    public internal(set) var cueCount: Int?
    /// How many segments there are.
    public internal(set) var segmentCount: Int
    /// The most bits in a second, as RFC 8216 defines it.
    public internal(set) var peakBitRate: Int
    /// Bits in a second of all segments.
    public internal(set) var averageBitRate: Int
  }

  /// Pictures, sound and texts, in the order of their names.
  public internal(set) var renditions: [Rendition] = []
  /// How many files the folder has.
  public internal(set) var fileCount = 0
  /// How long they are together.
  public internal(set) var byteCount = 0
  /// What the stream has no place for, as phrases after the name of its file.
  public internal(set) var leftOut: [String] = []
  /// What a reader should know, as sentences.
  public internal(set) var notes: [String] = []
}
