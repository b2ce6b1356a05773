import ISOBMFF

/// What movies become.
public struct MoviePreset: Equatable, Sendable {
  /// How pictures are coded.
  public enum Coding: Equatable, Sendable {
    /// H.264, in `avc1`.
    case avc
    /// HEVC, in `hvc1`.
    case hevc

    /// FFmpeg's name of the encoder.
    var encoder: String {
      switch self {
      case .avc: "libx264"
      case .hevc: "libx265"
      }
    }

    /// The type of the sample entry.
    var sampleEntry: FourCC {
      switch self {
      case .avc: "avc1"
      case .hevc: "hvc1"
      }
    }
  }

  /// The name by which it is asked for.
  public var name: String
  public var coding: Coding
  /// The most rows that an upright picture may have; nil if it keeps those that it has.
  public var mostRows: Int?

  /// H.264 of 8 bits, which everything plays.
  public static let compatible = MoviePreset(name: "compatible", coding: .avc)
  /// HEVC, as phones have it.
  public static let hevc = MoviePreset(name: "hevc", coding: .hevc)
  /// HEVC of at most 1,080 rows.
  public static let small = MoviePreset(name: "small", coding: .hevc, mostRows: 1080)

  public static let all = [compatible, hevc, small]
}
