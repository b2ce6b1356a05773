/// The content of HLS playlists or of a DASH manifest: tracks of segments, with their attributes.
public struct StreamPresentation: Sendable {
  /// The format of the document.
  public enum Format: String, Sendable {
    case hls = "HLS"
    case dash = "DASH"
  }

  /// The format of the document.
  public var format: Format
  /// Whether segments are still to come.
  public var isLive = false
  /// The stated duration, in seconds; nil if it is not stated.
  public var duration: Double?
  /// The tracks in the order of the document.
  public var tracks: [StreamTrack] = []
  /// Whether segments were left out, as there are more than are looked at.
  public var isCut = false

  /// An empty presentation.
  public init(_ format: Format) { self.format = format }

  /// The maximum number of segments that are read, for all tracks together: enough for a day of six tracks with one
  /// segment for every two seconds.
  public static let mostSegments = 1 << 18
}

/// The position of a declaration in a document of a stream.
public struct DocumentPosition: Hashable, Sendable {
  /// The name of the document, as people call it.
  public var document: String
  /// The number of the line, from 1.
  public var line: Int
  /// The way to an element of XML: `MPD/Period[0]/AdaptationSet[1]`; empty in a playlist.
  public var element = ""

  /// A line of a document.
  public init(_ document: String, line: Int, element: String = "") {
    (self.document, self.line, self.element) = (document, line, element)
  }
}

/// A file, or a part of one.
public struct StreamResource: Hashable, Sendable {
  /// The URL of the file.
  public var url: DocumentURL
  /// The bytes of the file; nil for all of them.
  public var range: Range<Int>?

  /// A part of a file, or all of it.
  public init(_ url: DocumentURL, range: Range<Int>? = nil) {
    (self.url, self.range) = (url, range)
  }
}

/// The attributes of a track that a playlist or manifest states. An attribute is nil if it is not stated.
public struct StreamClaims: Sendable {
  /// Bits in a second that no part of the track exceeds.
  public var bandwidth: Int?
  /// Bits in a second of the whole track.
  public var averageBandwidth: Int?
  /// The codecs in the form of RFC 6381.
  public var codecs: [String] = []
  /// The width of frames, in samples.
  public var width: Int?
  /// The height of frames, in samples.
  public var height: Int?
  /// Frames in a second.
  public var frameRate: Double?
  /// `SDR`, `HLG`, `PQ`
  public var videoRange: String?
  /// Channels of audio.
  public var channels: Int?
  /// The language in the form of RFC 5646.
  public var language: String?

  /// Makes a description without values.
  public init() {}
}

/// A track of segments: a media playlist of HLS, or a representation of DASH in one period.
public struct StreamTrack: Sendable {
  /// The purpose of a track.
  public enum Kind: String, Sendable {
    case video, audio, text, other
    /// Only key frames, for seeking and fast playback.
    case keyFrames = "key frames"
  }

  /// The name for users: `video-1.m3u8`, `Period 1, video-1`.
  public var name: String
  /// The position of the declaration in the document.
  public var position: DocumentPosition
  /// The purpose of the track, as far as the document states it.
  public var kind = Kind.other
  /// The properties that the document states.
  public var claims = StreamClaims()
  /// The segments in the order in which they are played.
  public var segments: [StreamSegment] = []
  /// The seconds that no segment is longer than; nil if it is not stated.
  public var targetDuration: Double?
  /// Whether times of segments are stated one by one, and not as multiples of a duration.
  public var hasTimeline = false
  /// Whether segments are still to come.
  public var isLive = false
  /// Whether the document states that its segments are WebM, which is not read.
  public var isWebM = false
  /// Tracks of the same number are versions of one content, among which players change; nil for others.
  public var set: Int?
  /// The period of DASH, from 0.
  public var period = 0
  /// The time of the media at which its period begins, in seconds (`presentationTimeOffset` of DASH).
  public var timeOffset = 0.0
  /// What precedes the segments, if they are not listed but found by an index (`sidx`).
  public var indexed: IndexedSegments?
  /// The media playlist of HLS; nil for DASH, and if it could not be read.
  public var playlist: HLSMediaPlaylist?

  /// A file whose own index describes its segments (ISO/IEC 23009-1 §5.3.9.2).
  public struct IndexedSegments: Sendable {
    /// The file that has all of it.
    public var file: DocumentURL
    /// The bytes of `sidx`; nil if it is somewhere at the start.
    public var index: Range<Int>?
    /// The initialization segment, which is read before the media segments.
    public var initialization: StreamResource?
    /// The time of the media at which the period begins, in seconds.
    public var offset: Double
  }

  /// A track without segments.
  public init(_ name: String, _ position: DocumentPosition) {
    (self.name, self.position) = (name, position)
  }
}

/// A segment, as a document lists it.
public struct StreamSegment: Sendable {
  /// The file or part of one that has its bytes; nil if the URL may not be read.
  public var resource: StreamResource?
  /// The URL as the document writes it.
  public var reference: String
  /// The duration in seconds.
  public var duration: Double
  /// The start by the document, in seconds of the media; nil if only durations are stated.
  public var start: Double?
  /// Its number in a playlist of HLS, which it keeps when others go; nil for DASH.
  public var number: Int?
  /// The initialization segment, which is read before it.
  public var initialization: StreamResource?
  /// The number of discontinuities before it.
  public var discontinuity = 0
  /// Whether there is nothing at its URL (EXT-X-GAP).
  public var isGap = false
  /// Whether its whole bytes are encrypted, so that nothing of them can be read (METHOD=AES-128; ISO/IEC 23009-4).
  public var isSealed = false
  /// Whether the document states that it is WebM, which is not read.
  public var isWebM = false
  /// The position of the declaration in the document.
  public var position: DocumentPosition

  /// A segment.
  public init(
    _ resource: StreamResource?, reference: String, duration: Double, _ position: DocumentPosition
  ) {
    (self.resource, self.reference, self.duration, self.position) = (
      resource, reference, duration, position
    )
  }
}

/// Something that is wrong with the syntax of a document.
public struct StreamProblem: Sendable, Hashable {
  /// The number of the line, from 1.
  public var line: Int
  /// A sentence without its end.
  public var message: String
}

/// Bits per second of segments, as playlists state them (RFC 8216 §4.1, §4.3.4.2).
package struct PlaylistBitRate: Equatable, Sendable {
  /// The highest rate of consecutive segments that last together between half and one and a half of the target
  /// duration; the rate of all of them if there are none.
  package var peak = 0
  /// The rate of all segments.
  package var average = 0

  /// - Parameters:
  ///   - segments: how many bytes they have, and how many seconds they last, in their order.
  ///   - target: the target duration, in seconds.
  package init(_ segments: [(bytes: Int, seconds: Double)], target: Double) {
    let bytes = segments.reduce(0) { $0 + $1.bytes }
    let seconds = segments.reduce(0) { $0 + $1.seconds }
    average = PlaylistBitRate.rate(bytes, seconds)
    var most: Int?
    let parts = PlaylistBitRate.joined(segments, shortest: max(0.001, target / 100))
    for first in parts.indices {
      var sum = (bytes: 0, seconds: 0.0)
      for segment in parts[first...] {
        sum = (sum.bytes + segment.bytes, sum.seconds + segment.seconds)
        if sum.seconds > 1.5 * target { break }
        if sum.seconds >= 0.5 * target {
          most = max(most ?? 0, PlaylistBitRate.rate(sum.bytes, sum.seconds))
        }
      }
    }
    peak = max(most ?? average, average)
  }

  /// Very short segments are joined with those after them, so that few are compared at a time.
  private static func joined(
    _ segments: [(bytes: Int, seconds: Double)], shortest: Double
  ) -> [(bytes: Int, seconds: Double)] {
    var joined: [(bytes: Int, seconds: Double)] = []
    for segment in segments {
      if let last = joined.last, last.seconds < shortest {
        joined[joined.count - 1] = (last.bytes + segment.bytes, last.seconds + segment.seconds)
      } else {
        joined.append(segment)
      }
    }
    return joined
  }

  private static func rate(_ bytes: Int, _ seconds: Double) -> Int {
    seconds > 0 ? Int(min((Double(bytes) * 8 / seconds).rounded(.up), 1e15)) : 0
  }

  package init() {}

  /// Both together, played at the same time.
  package static func + (one: PlaylistBitRate, other: PlaylistBitRate) -> PlaylistBitRate {
    var sum = one
    (sum.peak, sum.average) = (one.peak + other.peak, one.average + other.average)
    return sum
  }

  /// The highest peak and the highest average.
  package static func most(of rates: [PlaylistBitRate]) -> PlaylistBitRate {
    rates.reduce(into: PlaylistBitRate()) {
      ($0.peak, $0.average) = (max($0.peak, $1.peak), max($0.average, $1.average))
    }
  }
}
