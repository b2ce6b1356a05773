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
