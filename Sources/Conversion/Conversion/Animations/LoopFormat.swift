import WorkerProtocol

/// The format of a file that loops.
public enum LoopFormat: String, CaseIterable, Sendable {
  /// GIF89a.
  case gif
  /// An animated WebP file.
  case webp
  /// An AVIF image sequence.
  case avif

  /// The format for the extension of a path; nil for other extensions.
  public init?(path: String) {
    let name = path.lowercased()
    guard let found = LoopFormat.allCases.first(where: { name.hasSuffix("." + $0.rawValue) })
    else { return nil }
    self = found
  }

  /// The extension of the names of such files.
  public var pathExtension: String { rawValue }

  /// The usual name of the format.
  public var title: String {
    switch self {
    case .gif: "GIF"
    case .webp: "WebP"
    case .avif: "AVIF"
    }
  }

  /// The default maximum of the longer side of frames, in pixels.
  public var usualSide: Int { self == .gif ? 640 : 1280 }

  /// The default maximum number of frames per second.
  public var usualRate: Double { self == .gif ? 15 : 30 }

  /// The highest rate: browsers show no frame of a GIF file for less than 1/50 s.
  public var highestRate: Double { self == .gif ? 50 : 240 }

  /// The usual quality.
  public var quality: Int {
    switch self {
    case .gif: 80
    case .webp: 75
    case .avif: 55
    }
  }

  /// Ticks per second; nil for those of the movie.
  var timescale: Int? {
    switch self {
    case .gif: 100
    case .webp: 1000
    case .avif: nil
    }
  }

  /// The shortest duration of a frame, in ticks.
  var leastDuration: Int { self == .gif ? 2 : 1 }

  var codec: LoopJob.Codec {
    switch self {
    case .gif: .gif
    case .webp: .webp
    case .avif: .av1
    }
  }

  /// Whether it can hold Exif metadata.
  var holdsExif: Bool { self != .gif }
}
