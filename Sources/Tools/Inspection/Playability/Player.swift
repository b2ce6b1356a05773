public import ISOBMFF

/// A class of devices or programs, with the formats that they play according to their vendor.
///
/// The tables come from publications and not from tests: a player may support more. Conditions are texts that
/// follow the word "only".
public struct Player: Sendable {
  /// The identifier in JSON: `iphone`.
  public var id: String
  /// The name as text: `iPhone and iPad (iOS 17)`.
  public var name: String
  /// The publication of the vendor.
  public var source: String
  /// Whether the vendor's list is complete, so that other formats are not played. If it is not complete, it is
  /// unknown whether other formats are played.
  public var isComplete: Bool
  /// The containers for movies and audio.
  public var movies: Set<PlayedFile.Container>
  /// Containers about which even a complete list says nothing.
  public var unclear: Set<PlayedFile.Container> = []
  /// The codecs of video. If there are several rows for a codec, the first that fits is used.
  public var video: [VideoFormat]
  /// The codecs of audio.
  public var audio: [AudioFormat]
  /// The codecs of still images and image sequences.
  public var stills: [Still]
  /// The dynamic ranges that are shown, each with its condition, which may be empty.
  public var brightness: [PlayedFile.Brightness: String]

  /// A codec of video or images with its limits. If a member is empty or nil, the source states no limit for it.
  public struct VideoFormat: Sendable {
    /// The codec.
    public var codec: PlayedCodec
    /// The profiles, with their names in the standard.
    public var profiles: [String] = []
    /// The highest level.
    public var level: String?
    /// The maximum number of bits of a sample.
    public var bitDepth: Int?
    /// The chroma formats, such as `4:2:0`.
    public var chroma: [String] = []
    /// The types of sample entries that are accepted; empty if all are accepted.
    public var entries: [FourCC] = []
    /// The condition under which it is played; empty for none.
    public var only = ""

    init(
      _ codec: PlayedCodec, _ profiles: [String] = [], level: String? = nil, bitDepth: Int? = nil,
      chroma: [String] = [], entries: [FourCC] = [], only: String = ""
    ) {
      (self.codec, self.profiles, self.level) = (codec, profiles, level)
      (self.bitDepth, self.chroma, self.entries, self.only) = (bitDepth, chroma, entries, only)
    }
  }

  /// A codec of still images.
  public struct Still: Sendable {
    /// The container.
    public var container: PlayedFile.Container
    /// The codec.
    public var video: VideoFormat

    init(_ container: PlayedFile.Container, _ video: VideoFormat) {
      (self.container, self.video) = (container, video)
    }
  }

  /// An audio codec.
  public struct AudioFormat: Sendable {
    /// The codec.
    public var codec: PlayedCodec
    /// The condition under which it is played; empty for none.
    public var only = ""

    init(_ codec: PlayedCodec, only: String = "") { (self.codec, self.only) = (codec, only) }
  }

  /// What is shown of a file: of a still, or of a movie.
  func video(in container: PlayedFile.Container) -> [VideoFormat] {
    movies.contains(container)
      ? video : stills.filter { $0.container == container }.map(\.video)
  }

  /// All players, in the order in which they are shown.
  public static let all: [Player] = [
    .iPhone, .mac, .appleTV, .safari, .android, .chrome, .firefox, .windows, .samsungTV, .lgTV,
    .chromecast,
  ]
}

/// Names of profiles up to one that decoders have: each contains those before it.
enum ProfileNames {
  static let avcMain = ["Constrained Baseline", "Baseline", "Main"]
  static let avcHigh = avcMain + ["Constrained High", "Progressive High", "High"]
  static let hevcMain = ["Main", "Main Still Picture"]
  static let hevcMain10 = hevcMain + ["Main 10", "Main 10 Still Picture"]
}

extension [Player.AudioFormat] {
  /// Audio without a condition.
  static func all(_ codecs: PlayedCodec...) -> [Player.AudioFormat] {
    codecs.map { Player.AudioFormat($0) }
  }
}

extension Player.VideoFormat {
  /// The kind of JPEG that all players support: 8 bits, Huffman coding (ISO/IEC 10918-1 §4.11).
  static let plainJPEG = Player.VideoFormat(
    .jpeg, ["baseline", "extended sequential", "progressive"], bitDepth: 8)
}
