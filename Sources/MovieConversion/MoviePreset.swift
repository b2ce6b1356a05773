import ISOBMFF

/// What movies become.
public struct MoviePreset: Equatable, Sendable {
  /// How pictures are coded.
  public enum Coding: Equatable, Sendable {
    /// H.264, in `avc1`.
    case avc
    /// HEVC, in `hvc1`.
    case hevc
    /// AV1, in `av01`.
    case av1

    static let all = [avc, hevc, av1]

    /// `H.264`
    public var title: String {
      switch self {
      case .avc: "H.264"
      case .hevc: "HEVC"
      case .av1: "AV1"
      }
    }
  }

  /// What becomes of pictures.
  public enum Pictures: Equatable, Sendable {
    /// They are re-encoded.
    case coded(Coding)
    /// They stay as they are.
    case kept
    /// They go, and so does what belongs to them alone.
    case removed
  }

  /// The name by which it is asked for.
  public var name: String
  /// What becomes of pictures.
  public var pictures: Pictures
  /// What the shorter side of pictures has at most; nil if they keep their size.
  public var shorterSide: Int?
  /// Whether HDR becomes what every screen shows, where nothing else is asked for.
  public var mapsColours: Bool
  /// Whether pictures that are coded so, and are small enough, stay as they are.
  public var keepsSame = true
  /// What it is for, in a few words.
  public var purpose: String

  /// H.264 of 8 bits, which everything plays.
  public static let compatible = MoviePreset(
    name: "compatible", .coded(.avc), mapsColours: true,
    purpose: "H.264 of 8 bits in BT.709, and AAC: plays everywhere")
  /// HEVC, as phones have it.
  public static let hevc = MoviePreset(
    name: "hevc", .coded(.hevc), mapsColours: false,
    purpose: "HEVC (hvc1); 10 bits and HDR stay")
  /// AV1, which is the smallest, and which newer browsers and phones play.
  public static let av1 = MoviePreset(
    name: "av1", .coded(.av1), mapsColours: false,
    purpose: "AV1; 10 bits and HDR stay: small, and for newer players")
  /// Everything as it is.
  public static let passthrough = MoviePreset(
    name: "passthrough", .kept, mapsColours: false,
    purpose: "pictures and sound stay; only what other options ask for is done")
  /// Sound alone.
  public static let audio = MoviePreset(
    name: "audio", .removed, mapsColours: false,
    purpose: "the sound alone, as AAC, with date, place and chapters")
  /// HEVC of at most 1,080 lines.
  public static let small = MoviePreset(
    name: "small", .coded(.hevc), shorterSide: 1080, mapsColours: false, keepsSame: false,
    purpose: "HEVC of at most 1080 lines; 10 bits and HDR stay")
  /// H.264 and HEVC of at most so many lines.
  private static let sized = [2160, 1080, 720, 540].flatMap { (lines: Int) in
    [
      MoviePreset(
        name: "\(lines)p", .coded(.avc), shorterSide: lines, mapsColours: true,
        purpose: "compatible, of at most \(lines) lines"),
      MoviePreset(
        name: "hevc-\(lines)p", .coded(.hevc), shorterSide: lines, mapsColours: false,
        purpose: "hevc, of at most \(lines) lines"),
    ]
  }

  /// All of them.
  public static let all = [compatible, hevc, small, av1] + sized + [passthrough, audio]

  /// How pictures are coded; nil if they are not.
  public var coding: Coding? {
    guard case .coded(let coding) = pictures else { return nil }
    return coding
  }

  /// The preset of a name; nil if there is none.
  public init?(name: String) {
    guard let preset = MoviePreset.all.first(where: { $0.name == name }) else { return nil }
    self = preset
  }

  init(
    name: String, _ pictures: Pictures, shorterSide: Int? = nil, mapsColours: Bool,
    keepsSame: Bool = true, purpose: String
  ) {
    (self.name, self.pictures, self.shorterSide) = (name, pictures, shorterSide)
    (self.mapsColours, self.keepsSame, self.purpose) = (mapsColours, keepsSame, purpose)
  }
}
