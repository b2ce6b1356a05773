/// A playlist of HLS (RFC 8216bis §4): which of the two kinds, what holds for all of it, and what is wrong with it.
public struct HLSPlaylist: Sendable {
  /// What is in it.
  public enum Content: Sendable {
    case multivariant(HLSMultivariantPlaylist)
    case media(HLSMediaPlaylist)
  }

  /// What is in it.
  public private(set) var content: Content
  /// Whether it lists nothing, so that nobody knows of which kind it is.
  public private(set) var isEmpty = false
  /// EXT-X-VERSION; 1 without it, nil if it is no whole number.
  public private(set) var version: Int?
  /// Each tag, in the order of the lines.
  public private(set) var tags: [PlaylistTag] = []
  /// What is wrong with its syntax.
  public private(set) var problems: [StreamProblem] = []

  /// So many bytes of a document are looked at.
  public static let mostBytes = 1 << 26
  /// A line that is longer is not looked at.
  static let mostInLine = 1 << 16
  /// So many problems are named.
  private static let mostProblems = 256

  /// Whether bytes are those of a playlist.
  public static func looksLike(_ bytes: Bytes) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let tag = Array("#EXTM3U".utf8)
    return bytes.starts(with: tag) || bytes.starts(with: mark + tag)
  }

  /// Reads a playlist, whatever is wrong with it. Nil if the bytes do not begin as one.
  ///
  /// - Parameter mostSegments: so many segments are looked at.
  public init?(_ bytes: Bytes, mostSegments: Int = StreamPresentation.mostSegments) {
    guard HLSPlaylist.looksLike(bytes) else { return nil }
    var reader = PlaylistReader(mostSegments: mostSegments)
    let text = Array(bytes.prefix(HLSPlaylist.mostBytes))
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      reader.report(1, "the playlist begins with a byte order mark")
    }
    if bytes.count > text.count {
      reader.report(
        1, "only the first \(HLSPlaylist.mostBytes) of \(bytes.count) bytes are looked at")
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
    /// URI, as it is written; nil if it is in the segments of the variants.
    public var address: String? { attributes["URI"] }
  }

  /// EXT-X-STREAM-INF with the address behind it, or EXT-X-I-FRAME-STREAM-INF.
  public struct Variant: Sendable {
    /// Its attributes.
    public var attributes: PlaylistAttributes
    /// The line of the tag, from 1.
    public var line: Int
    /// URI of its playlist, as it is written.
    public var address: String
    /// Whether it has key frames alone (EXT-X-I-FRAME-STREAM-INF).
    public var isKeyFrames: Bool

    /// What it says of its tracks together.
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
