/// An HLS playlist (RFC 8216bis §4): its kind, the tags for the whole playlist, and its problems.
public struct HLSPlaylist: Sendable {
  /// The content of a playlist.
  public enum Content: Sendable {
    case multivariant(HLSMultivariantPlaylist)
    case media(HLSMediaPlaylist)
  }

  /// The content of the playlist.
  public private(set) var content: Content
  /// Whether it lists nothing, so that its kind is unknown.
  public private(set) var isEmpty = false
  /// EXT-X-VERSION; 1 if it is missing, nil if it is not a whole number.
  public private(set) var version: Int?
  /// Each tag, in the order of the lines.
  public private(set) var tags: [PlaylistTag] = []
  /// The problems of its syntax.
  public private(set) var problems: [StreamProblem] = []

  /// The maximum number of bytes of a document that are read.
  public static let mostBytes = 1 << 26
  /// A longer line is not read.
  static let mostInLine = 1 << 16
  /// The most problems that are listed.
  private static let mostProblems = 256

  /// Whether bytes are those of a playlist.
  public static func looksLike(_ bytes: Bytes) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let tag = Array("#EXTM3U".utf8)
    return bytes.starts(with: tag) || bytes.starts(with: mark + tag)
  }

  /// Reads a playlist, even if it has errors. Nil if the bytes do not begin like a playlist.
  ///
  /// - Parameter mostSegments: the maximum number of segments that are read.
  public init?(_ bytes: Bytes, mostSegments: Int = StreamPresentation.mostSegments) {
    guard HLSPlaylist.looksLike(bytes) else { return nil }
    var reader = PlaylistReader(mostSegments: mostSegments)
    let text = Array(bytes.prefix(HLSPlaylist.mostBytes))
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      reader.report(1, "the playlist begins with a byte order mark")
    }
    if bytes.count > text.count {
      reader.report(
        1,
        "only the first \(grouped(HLSPlaylist.mostBytes)) of \(counted(bytes.count, "byte")) are read"
      )
    }
    var number = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      reader.read(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number)
    }
    reader.finish()
    tags = reader.tags
    (version, isEmpty) = (reader.version, reader.isEmpty)
    problems = Array(reader.problems.prefix(HLSPlaylist.mostProblems))
    content = reader.isMultivariant ? .multivariant(reader.multivariant) : .media(reader.media)
  }

  /// The first tag of a name.
  public func first(_ name: String) -> PlaylistTag? { tags.first { $0.name == name } }
}

/// The renditions of a program, among which a player chooses (RFC 8216bis §4.4.6).
public struct HLSMultivariantPlaylist: Sendable {
  /// EXT-X-MEDIA.
  public struct Rendition: Sendable {
    /// Its attributes.
    public var attributes: PlaylistAttributes
    /// The line of the tag, from 1.
    public var line: Int
    /// TYPE: `AUDIO`, `VIDEO`, `SUBTITLES` or `CLOSED-CAPTIONS`; empty without it.
    public var type: String { attributes["TYPE"] ?? "" }
    /// GROUP-ID: by what variants name its group; empty without it.
    public var group: String { attributes["GROUP-ID"] ?? "" }
    /// NAME: what people choose it by; empty without it.
    public var name: String { attributes["NAME"] ?? "" }
    /// The original URI; nil if the rendition is in the segments of the variants.
    public var url: String? { attributes["URI"] }
  }

  /// EXT-X-STREAM-INF with the URI after it, or EXT-X-I-FRAME-STREAM-INF.
  public struct Variant: Sendable {
    /// Its attributes.
    public var attributes: PlaylistAttributes
    /// The line of the tag, from 1.
    public var line: Int
    /// The original URI of its playlist.
    public var url: String
    /// Whether it has only key frames (EXT-X-I-FRAME-STREAM-INF).
    public var isKeyFrames: Bool

    /// The attributes of all its tracks together.
    public var claims: StreamClaims {
      var claims = StreamClaims()
      claims.bandwidth = attributes.integer("BANDWIDTH")
      claims.averageBandwidth = attributes.integer("AVERAGE-BANDWIDTH")
      claims.codecs = (attributes["CODECS"] ?? "").split(separator: ",").map {
        String($0.drop { $0 == " " })
      }
      let size = attributes["RESOLUTION"].map {
        $0.split(separator: "x").compactMap { StreamNumber.whole($0) }
      }
      if let size, size.count == 2 { (claims.width, claims.height) = (size[0], size[1]) }
      claims.frameRate = attributes.number("FRAME-RATE")
      claims.videoRange = attributes["VIDEO-RANGE"]
      return claims
    }
  }

  /// EXT-X-MEDIA: its renditions, in the order of their lines.
  public internal(set) var renditions: [Rendition] = []
  /// EXT-X-STREAM-INF: its variants, in the order of their lines.
  public internal(set) var variants: [Variant] = []
  /// EXT-X-I-FRAME-STREAM-INF: its lists of key frames, in the order of their lines.
  public internal(set) var keyFrames: [Variant] = []
  /// EXT-X-SESSION-KEY.
  public internal(set) var keys: [PlaylistTag] = []
  /// EXT-X-SESSION-DATA.
  public internal(set) var data: [PlaylistTag] = []
  /// EXT-X-INDEPENDENT-SEGMENTS: whether decoding can start at each segment.
  public internal(set) var isIndependent = false

  init() {}
}

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

extension HLSMediaPlaylist {
  /// Its segments, with their URLs.
  ///
  /// - Parameters:
  ///   - url: that of the playlist.
  ///   - name: of the playlist, in positions.
  public func segments(_ url: DocumentURL, name: String) -> [StreamSegment] {
    let starts = maps.map { map in
      url.resolving(map.url).map { StreamResource($0, range: map.range) }
    }
    let firstParts = firstParts(url)
    return segments.enumerated().map { index, segment in
      var found = StreamSegment(
        url.resolving(segment.url).map { StreamResource($0, range: segment.range) },
        reference: segment.url, duration: segment.duration,
        DocumentPosition(name, line: segment.line))
      found.number = firstNumber &+ index
      found.initialization =
        segment.map.map { starts[$0] } ?? found.resource.flatMap { firstParts[$0.url] }
      found.discontinuity = segment.discontinuity
      found.isGap = segment.isGap
      // AES-128, and others of its kind; the standard's other methods encrypt samples.
      found.isSealed = segment.keys.contains {
        let method = keys[$0].method
        return !method.isEmpty && method != "NONE" && !method.hasPrefix("SAMPLE-AES")
      }
      return found
    }
  }

  /// The initialization segments of files with key frames: without EXT-X-MAP, they are the bytes before the first key
  /// frame of each (RFC 8216bis §4.4.3.6).
  private func firstParts(_ url: DocumentURL) -> [DocumentURL: StreamResource] {
    guard hasKeyFramesOnly else { return [:] }
    var parts: [DocumentURL: StreamResource] = [:]
    for segment in segments where segment.map == nil {
      guard let start = segment.range?.lowerBound, start > 0,
        let file = url.resolving(segment.url), parts[file] == nil
      else { continue }
      parts[file] = StreamResource(file, range: 0..<start)
    }
    return parts
  }
}

extension StreamTrack {
  /// The track of a media playlist.
  ///
  /// - Parameters:
  ///   - url: where the playlist was found: its URIs are relative to that.
  ///   - name: what people call it.
  public init(
    _ playlist: HLSMediaPlaylist, _ url: DocumentURL, name: String,
    _ position: DocumentPosition
  ) {
    self.init(name, position)
    segments = playlist.segments(url, name: name)
    targetDuration = playlist.targetDuration.map(Double.init)
    isLive = !playlist.hasEnd
    kind = playlist.hasKeyFramesOnly ? .keyFrames : .other
    self.playlist = playlist
  }
}

extension HLSMultivariantPlaylist {
  /// A media playlist that it names.
  public struct Entry: Sendable {
    /// The original URI.
    public var url: String
    /// The line of the tag, from 1.
    public var line: Int
    /// The purpose of the track, as far as the tag states it.
    public var kind: StreamTrack.Kind
    /// The properties that the tag states.
    public var claims: StreamClaims
    /// The variant that names it; nil for a rendition.
    public var variant: Int?
  }

  /// The media playlists that it names, each once, in the order of the lines of their kind.
  public var entries: [Entry] {
    var entries: [Entry] = []
    var seen: Set<String> = []
    func add(_ entry: Entry) { if seen.insert(entry.url).inserted { entries.append(entry) } }
    for (index, variant) in variants.enumerated() {
      let claims = variant.claims
      let hasVideo =
        claims.width != nil || claims.codecs.contains { StreamTrack.Kind(codec: $0) == .video }
      let isAudio = !hasVideo && !claims.codecs.isEmpty
      add(
        Entry(
          url: variant.url, line: variant.line, kind: isAudio ? .audio : .video,
          claims: claims, variant: index))
    }
    for rendition in renditions {
      guard let url = rendition.url else { continue }
      var claims = StreamClaims()
      claims.language = rendition.attributes["LANGUAGE"]
      claims.channels = rendition.attributes["CHANNELS"].flatMap {
        StreamNumber.whole($0.prefix { $0 != "/" })
      }
      let kinds: [String: StreamTrack.Kind] = [
        "AUDIO": .audio, "VIDEO": .video, "SUBTITLES": .text,
      ]
      add(
        Entry(
          url: url, line: rendition.line, kind: kinds[rendition.type] ?? .other,
          claims: claims))
    }
    for variant in keyFrames {
      add(
        Entry(
          url: variant.url, line: variant.line, kind: .keyFrames, claims: variant.claims))
    }
    return entries
  }
}

extension StreamTrack.Kind {
  /// The kind of a codec (RFC 6381); nil if it is unknown.
  public init?(codec: String) {
    let entry = String(codec.prefix { $0 != "." })
    switch entry {
    case "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "av01", "dav1", "vp08",
      "vp09", "vvc1",
      "vvi1", "mp4v", "mjpg":
      self = .video
    case "mp4a", "ac-3", "ec-3", "ac-4", "Opus", "opus", "fLaC", "flac", "alac", "mha1", "mhm1",
      "dtsc", "dtse",
      "dtsh", "dtsl", "dtsx", "iamf":
      self = .audio
    case "wvtt", "stpp", "tx3g", "webvtt": self = .text
    default: return nil
    }
  }
}
