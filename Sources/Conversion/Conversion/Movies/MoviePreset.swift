import ISOBMFF

/// A preset for the conversion of movies.
public struct MoviePreset: Equatable, Sendable {
  /// The codec of frames.
  public enum Codec: Equatable, Sendable {
    /// H.264, in `avc1`.
    case avc
    /// HEVC, in `hvc1`.
    case hevc
    /// AV1, in `av01`.
    case av1

    static let all = [avc, hevc, av1]

    /// The name of the codec: `H.264`.
    public var title: String {
      switch self {
      case .avc: "H.264"
      case .hevc: "HEVC"
      case .av1: "AV1"
      }
    }
  }

  /// What happens to frames.
  public enum Video: Equatable, Sendable {
    /// They are re-encoded.
    case coded(Codec)
    /// They do not change.
    case kept
    /// They are removed, with everything that belongs only to them.
    case removed
  }

  /// The name of the preset.
  public var name: String
  /// What happens to frames.
  public var video: Video
  /// The maximum number of samples of the shorter side of frames; nil if they keep their size.
  public var shorterSide: Int?
  /// Whether HDR is mapped to SDR by default.
  public var mapsColours: Bool
  /// Whether frames that already have this codec, and are small enough, are not re-encoded.
  public var keepsSame = true
  /// The purpose of the preset, in a few words.
  public var purpose: String

  /// H.264 with 8 bits, which all players support.
  public static let compatible = MoviePreset(
    name: "compatible", .coded(.avc), mapsColours: true,
    purpose: "H.264 of 8 bits without HDR, and AAC: plays everywhere")
  /// HEVC, as phones write it.
  public static let hevc = MoviePreset(
    name: "hevc", .coded(.hevc), mapsColours: false,
    purpose: "HEVC (hvc1); 10 bits and HDR stay")
  /// AV1, which gives the smallest files, and which newer browsers and phones support.
  public static let av1 = MoviePreset(
    name: "av1", .coded(.av1), mapsColours: false,
    purpose: "AV1; 10 bits and HDR stay: small, and for newer players")
  /// Nothing is re-encoded.
  public static let passthrough = MoviePreset(
    name: "passthrough", .kept, mapsColours: false,
    purpose: "video and audio stay; only what other options request is done")
  /// Only the audio.
  public static let audio = MoviePreset(
    name: "audio", .removed, mapsColours: false,
    purpose: "only the audio, as AAC, with date, location and chapters")
  /// HEVC with at most 1,080 lines.
  public static let small = MoviePreset(
    name: "small", .coded(.hevc), shorterSide: 1080, mapsColours: false, keepsSame: false,
    purpose: "HEVC of at most 1080 lines; 10 bits and HDR stay")
  /// H.264 and HEVC with at most this number of lines.
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

  /// All presets.
  public static let all = [compatible, hevc, small, av1] + sized + [passthrough, audio]

  /// The codec of frames; nil if they are not re-encoded.
  public var codec: Codec? {
    guard case .coded(let codec) = video else { return nil }
    return codec
  }

  /// The preset with a name; nil if there is none.
  public init?(name: String) {
    guard let preset = MoviePreset.all.first(where: { $0.name == name }) else { return nil }
    self = preset
  }

  init(
    name: String, _ video: Video, shorterSide: Int? = nil, mapsColours: Bool,
    keepsSame: Bool = true, purpose: String
  ) {
    (self.name, self.video, self.shorterSide) = (name, video, shorterSide)
    (self.mapsColours, self.keepsSame, self.purpose) = (mapsColours, keepsSame, purpose)
  }
}
