import ISOBMFF

/// What movies become.
public struct MoviePreset: Equatable, Sendable {
  /// How pictures are coded.
  public enum Coding: Equatable, Sendable {
    /// H.264, in `avc1`.
    case avc
    /// HEVC, in `hvc1`.
    case hevc

    /// `H.264`
    public var title: String {
      switch self {
      case .avc: "H.264"
      case .hevc: "HEVC"
      }
    }
  }

  /// The name by which it is asked for.
  public var name: String
  /// How pictures are coded.
  public var coding: Coding
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
    name: "compatible", coding: .avc, mapsColours: true,
    purpose: "H.264 of 8 bits in BT.709, and AAC: plays everywhere")
  /// HEVC, as phones have it.
  public static let hevc = MoviePreset(
    name: "hevc", coding: .hevc, mapsColours: false,
    purpose: "HEVC (hvc1); 10 bits and HDR stay")
  /// HEVC of at most 1,080 lines.
  public static let small = MoviePreset(
    name: "small", coding: .hevc, shorterSide: 1080, mapsColours: false, keepsSame: false,
    purpose: "HEVC of at most 1080 lines; 10 bits and HDR stay")
  /// H.264 and HEVC of at most so many lines.
  private static let sized = [2160, 1080, 720, 540].flatMap { (lines: Int) in
    [
      MoviePreset(
        name: "\(lines)p", coding: .avc, shorterSide: lines, mapsColours: true,
        purpose: "compatible, of at most \(lines) lines"),
      MoviePreset(
        name: "hevc-\(lines)p", coding: .hevc, shorterSide: lines, mapsColours: false,
        purpose: "hevc, of at most \(lines) lines"),
    ]
  }

  /// All of them.
  public static let all = [compatible, hevc, small] + sized

  /// The preset of a name; nil if there is none.
  public init?(name: String) {
    guard let preset = MoviePreset.all.first(where: { $0.name == name }) else { return nil }
    self = preset
  }

  init(
    name: String, coding: Coding, shorterSide: Int? = nil, mapsColours: Bool,
    keepsSame: Bool = true,
    purpose: String
  ) {
    (self.name, self.coding, self.shorterSide) = (name, coding, shorterSide)
    (self.mapsColours, self.keepsSame, self.purpose) = (mapsColours, keepsSame, purpose)
  }
}
