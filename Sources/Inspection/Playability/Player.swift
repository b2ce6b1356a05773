public import ISOBMFF

/// A class of devices or programs, with what its vendor documents that it plays.
///
/// The tables say what is published, not what was tried: a player may do more. Conditions are words
/// that go behind "only".
public struct Player: Sendable {
  /// In JSON: `iphone`.
  public var id: String
  /// In words: `iPhone and iPad (iOS 17)`.
  public var name: String
  /// The vendor's publication that says so.
  public var source: String
  /// Whether the vendor says that what is not in its list is not played; others are not known to play
  /// it or not.
  public var isComplete: Bool
  /// What movies and sound may be in.
  public var movies: Set<PlayedFile.Container>
  /// What the source leaves open even where it is complete.
  public var unclear: Set<PlayedFile.Container> = []
  /// Codings of video; of several rows of a codec the first that fits is taken.
  public var video: [Picture]
  /// Codings of sound.
  public var sounds: [Sound]
  /// For stills, and image sequences, by what they are in.
  public var stills: [Still]
  /// What is shown brighter, with the condition under which it is; empty for none.
  public var brightness: [PlayedFile.Brightness: String]

  /// A coding of pictures up to its limits. What is empty or nil is not limited by the source.
  public struct Picture: Sendable {
    /// The codec of which the limits are.
    public var codec: PlayedCodec
    /// Profiles in the words of their standard.
    public var profiles: [String] = []
    /// The highest level.
    public var level: String?
    /// The most bits of a sample.
    public var bitDepth: Int?
    /// `4:2:0` and so on.
    public var chroma: [String] = []
    /// Sample entries with which it is played, if others are refused.
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

  /// A coding of pictures that are not in a movie.
  public struct Still: Sendable {
    /// What they are in.
    public var container: PlayedFile.Container
    /// How they are coded.
    public var picture: Picture

    init(_ container: PlayedFile.Container, _ picture: Picture) {
      (self.container, self.picture) = (container, picture)
    }
  }

  /// A coding of sound.
  public struct Sound: Sendable {
    /// The coding.
    public var codec: PlayedCodec
    /// The condition under which it is heard; empty for none.
    public var only = ""

    init(_ codec: PlayedCodec, only: String = "") { (self.codec, self.only) = (codec, only) }
  }

  /// Those of a file: of a still, or of a movie.
  func pictures(in container: PlayedFile.Container) -> [Picture] {
    movies.contains(container)
      ? video : stills.filter { $0.container == container }.map(\.picture)
  }

  /// All players that are asked, in the order in which they are shown.
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

extension [Player.Sound] {
  /// Sounds without a condition.
  static func all(_ codecs: PlayedCodec...) -> [Player.Sound] { codecs.map { Player.Sound($0) } }
}

extension Player.Picture {
  /// What all know of JPEG: 8 bits, Huffman coding (ISO/IEC 10918-1 §4.11).
  static let plainJPEG = Player.Picture(
    .jpeg, ["baseline", "extended sequential", "progressive"], bitDepth: 8)
}
