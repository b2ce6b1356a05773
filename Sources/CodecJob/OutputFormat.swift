/// The format of a file that pictures are converted to.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// JPEG (ITU-T T.81).
  case jpeg
  /// PNG (W3C PNG, third edition).
  case png
  /// HEIF with an image in HEVC (ISO/IEC 23008-12 annex B).
  case heic
  /// HEIF with an image in AV1 (AVIF).
  case avif

  /// The format for the extension of a file's name; nil for other extensions.
  public init?(path: String) {
    let name = path.lowercased()
    let found = OutputFormat.allCases.first { format in
      format.pathExtensions.contains { name.hasSuffix("." + $0) }
    }
    guard let found else { return nil }
    self = found
  }

  /// Whether it consists of boxes, and is written by libheif.
  public var isHEIF: Bool { self == .heic || self == .avif }

  /// The possible bit depths of a sample.
  public var bitDepths: [Int] {
    switch self {
    case .jpeg: [8]
    case .png: [8, 16]
    case .heic, .avif: [8, 10]
    }
  }

  /// What names of such files end in; the first is the usual one.
  public var pathExtensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .png: ["png"]
    case .heic: ["heic", "heif", "hif"]
    case .avif: ["avif"]
    }
  }
}
