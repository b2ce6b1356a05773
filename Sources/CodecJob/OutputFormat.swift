/// The format of a file that pictures are converted to.
public enum OutputFormat: String, CaseIterable, Sendable {
  case jpeg
  case png
  case heic
  case avif

  /// By the end of a file's name; nil if it names none of them.
  public init?(path: String) {
    let name = path.lowercased()
    let found = OutputFormat.allCases.first { format in
      format.pathExtensions.contains { name.hasSuffix("." + $0) }
    }
    guard let found else { return nil }
    self = found
  }

  /// Whether it is made of boxes, and written by libheif.
  public var isHEIF: Bool { self == .heic || self == .avif }

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
