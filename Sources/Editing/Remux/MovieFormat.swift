import ISOBMFF

/// The kinds of movie files that consist of boxes.
public enum MovieFormat: String, CaseIterable, Sendable {
  /// QuickTime.
  case mov
  /// MP4 (ISO/IEC 14496-14).
  case mp4
  /// MP4 with video, with the brand and extension of iTunes.
  case m4v
  /// MP4 with sound only.
  case m4a

  /// The format for an extension, in upper or lower case; nil for other extensions.
  public init?(extension name: String) {
    switch name.lowercased() {
    case "mov", "qt": self = .mov
    case "mp4", "m4s", "cmfv", "cmfa": self = .mp4
    case "m4v": self = .m4v
    case "m4a", "m4b": self = .m4a
    default: return nil
    }
  }

  /// Whether it is QuickTime, and not a format of ISO/IEC 14496-12.
  public var isQuickTime: Bool { self == .mov }

  /// The name of the format.
  public var name: String {
    switch self {
    case .mov: "QuickTime"
    case .mp4: "MP4"
    case .m4v: "M4V"
    case .m4a: "M4A"
    }
  }

  /// The brands in `ftyp`: the major brand, and then the compatible ones.
  var brands: [FourCC] {
    switch self {
    case .mov: ["qt  "]
    // Offsets of composition can be negative from `iso4` on.
    case .mp4: ["mp42", "isom", "iso4"]
    case .m4v: ["M4V ", "mp42", "isom", "iso4"]
    case .m4a: ["M4A ", "mp42", "isom", "iso4"]
    }
  }

  /// Brands that identify one of these formats.
  static let allBrands: Set<FourCC> = ["qt  ", "M4V ", "M4VH", "M4VP", "M4A ", "M4B ", "M4P "]
}
