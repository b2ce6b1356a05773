/// The segments of one rendition (RFC 8216bis §4.4.3, §4.4.4).
public struct HLSMediaPlaylist: Sendable {
  /// EXT-X-KEY: how segments from here on are encrypted.
  public struct Key: Sendable {
    /// Its attributes.
    public var attributes: PlaylistAttributes
    /// The line of the tag, from 1.
    public var line: Int
    /// METHOD: `NONE`, `AES-128`, `SAMPLE-AES` and others; empty without it.
    public var method: String { attributes["METHOD"] ?? "" }
    /// KEYFORMAT: what says how the key is had; `identity` without it.
    public var format: String { attributes["KEYFORMAT"] ?? "identity" }
  }

  /// EXT-X-MAP: the initialization segment, which is read before the media segments.
  public struct Map: Sendable {
    /// The original URI.
    public var url: String
    /// BYTERANGE: the bytes of the file; nil for all of them.
    public var range: Range<Int>?
    /// The line of the tag, from 1.
    public var line: Int
  }

  /// EXT-X-PART: a part of a segment that is available before the whole.
  public struct Part: Sendable {
    /// The original URI.
    public var url: String
    /// DURATION, in seconds.
    public var duration: Double
    /// INDEPENDENT: whether it has a key frame.
    public var isIndependent: Bool
    /// GAP: whether there is nothing at its URL.
    public var isGap: Bool
    /// BYTERANGE: the bytes of the file; nil for all of them.
    public var range: Range<Int>?
    /// The line of the tag, from 1.
    public var line: Int
  }

  /// EXTINF with the URI after it.
  public struct Segment: Sendable {
    /// The URI as it is written.
    public var url: String
    /// The duration in seconds.
    public var duration: Double
    /// EXT-X-BYTERANGE: the bytes of the file; nil for all of them.
    public var range: Range<Int>?
    /// The index in ``HLSMediaPlaylist/maps``.
    public var map: Int?
    /// The indices in ``HLSMediaPlaylist/keys``.
    public var keys: [Int]
    /// Discontinuities before it in this playlist.
    public var discontinuity: Int
    /// EXT-X-GAP: whether there is nothing at its URL.
    public var isGap: Bool
    /// EXT-X-PROGRAM-DATE-TIME in seconds since 1970.
    public var date: Double?
    /// EXT-X-BITRATE in kilobits a second, as long as it holds.
    public var bitRate: Int?
    /// EXT-X-PART: its parts, in their order.
    public var parts: [Part]
    /// The line of its EXTINF.
    public var line: Int
  }

  /// The seconds that no segment is longer than, rounded; nil if it is not stated.
  public internal(set) var targetDuration: Int?
  /// EXT-X-MEDIA-SEQUENCE: the number of the first segment; 0 without it.
  public internal(set) var mediaSequence = 0
  /// EXT-X-DISCONTINUITY-SEQUENCE: how many discontinuities went with former segments; 0 without it.
  public internal(set) var discontinuitySequence = 0
  /// `VOD` or `EVENT`; nil for neither.
  public internal(set) var type: String?
  /// EXT-X-ENDLIST: whether no segment is still to come.
  public internal(set) var hasEnd = false
  /// EXT-X-I-FRAMES-ONLY: whether each segment is one key frame.
  public internal(set) var hasKeyFramesOnly = false
  /// EXT-X-INDEPENDENT-SEGMENTS: whether decoding can start at each segment.
  public internal(set) var isIndependent = false
  /// Its segments, in their order.
  public internal(set) var segments: [Segment] = []
  /// EXT-X-KEY: all keys, in the order of their lines.
  public internal(set) var keys: [Key] = []
  /// EXT-X-MAP: all starts of segments, in the order of their lines.
  public internal(set) var maps: [Map] = []
  /// PART-TARGET of EXT-X-PART-INF, in seconds.
  public internal(set) var partTarget: Double?
  /// Parts of the segment that is not there yet.
  public internal(set) var pendingParts: [Part] = []
  /// EXT-X-SERVER-CONTROL.
  public internal(set) var serverControl: PlaylistTag?
  /// EXT-X-DATERANGE.
  public internal(set) var dateRanges: [PlaylistTag] = []
  /// EXT-X-PRELOAD-HINT.
  public internal(set) var hints: [PlaylistTag] = []
  /// EXT-X-RENDITION-REPORT.
  public internal(set) var reports: [PlaylistTag] = []
  /// Whether segments were left out, as there are more than are looked at.
  public internal(set) var isCut = false
  /// SKIPPED-SEGMENTS of EXT-X-SKIP.
  public internal(set) var skipped = 0

  init() {}

  /// The number of the first segment that it lists: those that it skips are not there.
  public var firstNumber: Int { mediaSequence.addingReportingOverflow(skipped).partialValue }

  /// The duration of all of its segments, in seconds.
  public var duration: Double { segments.reduce(0) { $0 + $1.duration } }
}
