import Movie

/// A summary of a track of a stream, from its document and its segments.
public struct StreamTrackSummary: Sendable {
  /// A summary of a segment.
  public struct Segment: Sendable {
    /// Its file, from the folder of the stream on.
    public var name: String
    /// The duration that the document states, in seconds.
    public var duration: Double
    /// The time when its first sample is shown, in seconds of the media.
    public var start: Double?
    /// The end of its last sample, in seconds of the media.
    public var end: Double?
    /// The number of its samples, of video if it has some; nil if it cannot be read.
    public var sampleCount: Int?
    /// At how many of them decoding can start.
    public var keyFrameCount: Int?
    /// Its size in bytes; nil if it cannot be read.
    public var byteCount: Int?
    /// The offset of its start in its file; nil if the playlist or manifest does not state it.
    public var offset: Int?
    /// Why it cannot be read, or its kind, if this kind is not read.
    public var problem: String?
  }

  /// The name of its playlist, or the id of its representation.
  public var name: String
  /// The purpose of the track.
  public var kind: StreamTrack.Kind
  /// By its segments, or else as the document states them.
  public var codecs: [String]
  /// The width of frames in samples, from its segments, or else from the document.
  public var width: Int?
  /// The height of frames in samples, from its segments, or else from the document.
  public var height: Int?
  /// Channels of audio; by its segments, or else as the document states it.
  public var channels: Int?
  /// The language that the document states (RFC 5646).
  public var language: String?
  /// Its segments, in the order in which they play.
  public var segments: [Segment]

  /// The total duration of its segments in seconds, as the document states it.
  public var duration: Double { segments.reduce(0) { $0 + $1.duration } }
  /// The number of samples in the segments that can be read.
  public var sampleCount: Int { segments.reduce(0) { $0 + ($1.sampleCount ?? 0) } }
  /// At how many samples decoding can start.
  public var keyFrameCount: Int { segments.reduce(0) { $0 + ($1.keyFrameCount ?? 0) } }
  /// The total size of its segments in bytes.
  public var byteCount: Int { segments.reduce(0) { $0 + ($1.byteCount ?? 0) } }

  /// Reads the segments of a track.
  public init(_ track: ExaminedStreamTrack) {
    let coded = track.coded.map(\.codec)
    let claims = track.track.claims
    name = track.track.name
    codecs = coded.isEmpty ? claims.codecs : coded
    width = track.codedVideo?.width ?? claims.width
    height = track.codedVideo?.height ?? claims.height
    channels = track.codedAudio?.channels ?? claims.channels
    language = claims.language
    segments = track.segments.map { segment in
      Segment(
        name: segment.name, duration: segment.segment.duration, start: segment.samples?.start,
        end: segment.samples?.end,
        sampleCount: track.track.kind == .keyFrames
          // Fragments also describe the samples after the key frame, whose bytes are not in the segment.
          ? segment.samples?.keyFrames.count : segment.samples?.count,
        keyFrameCount: segment.samples?.keyFrames.count, byteCount: segment.byteCount,
        offset: segment.segment.resource?.range?.lowerBound, problem: segment.summaryProblem)
    }
    kind =
      track.track.kind != .other
      ? track.track.kind
      : track.codedVideo != nil ? .video : track.codedAudio != nil ? .audio : .other
  }
}

extension ExaminedStreamTrack {
  /// The reason why a movie of its segments would be incomplete: the first segment that cannot be read, or is not
  /// examined. Nil if only stated gaps are missing.
  public var missing: (name: String, problem: String)? {
    for segment in segments where segment.content != .boxes && !segment.segment.isGap {
      return (
        segment.name,
        segment.summaryProblem ?? "is a transport stream, from which no movie is made here"
      )
    }
    return nil
  }
}

extension ExaminedSegment {
  /// The reason why there is no summary of its samples; nil if there is one.
  fileprivate var summaryProblem: String? {
    if let problem { return problem }
    if segment.isGap { return "is a gap: its URL has no file" }
    if segment.isSealed { return "is completely encrypted" }
    switch content {
    case .text: return "is WebVTT"
    case .webM: return "is WebM, which is not examined"
    case .other(let text): return "is \(text)"
    case .nothing: return "is not read: its URL leads to no permitted file"
    case .boxes, .transportStream: return nil
    }
  }
}
