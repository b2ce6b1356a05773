import ISOBMFF

/// The kind of a file in a library.
public enum MediaKind: String, Sendable, CaseIterable {
  /// A photo: JPEG, HEIC, and others.
  case still
  /// A raw photo with sensor data: DNG and the formats of vendors.
  case raw
  /// A movie: MOV, MP4.
  case movie
  /// Adjustments of an edit (`.AAE`).
  case adjustments
  /// Metadata in a separate file (`.xmp`, Takeout's `.json`).
  case metadata
  /// Anything else.
  case other

  /// Whether the file is an image or a movie.
  public var isMedia: Bool { self == .still || self == .raw || self == .movie }

  /// Whether the content of the file says more than its name.
  package var isRead: Bool { isMedia || self == .metadata }

  /// The kind for an extension, in lower case and without a dot.
  public init(fileExtension: some Collection<UInt8>) {
    guard fileExtension.count <= 8 else {
      self = .other
      return
    }
    self = MediaKind.kinds[String(decoding: fileExtension, as: UTF8.self)] ?? .other
  }

  /// The extensions of movies, in lower case without a dot.
  package static let movieExtensions = Set(kinds.filter { $0.value == .movie }.keys)

  /// The extensions of images and movies, in lower case without a dot.
  package static let mediaExtensions = Set(kinds.filter { $0.value.isMedia }.keys)

  private static let kinds: [String: MediaKind] = {
    let lists: [(MediaKind, Set<String>)] = [
      (.still, MediaExtensions.photos.union(["png", "webp", "tif", "tiff", "jxl"])),
      (.raw, MediaExtensions.raw),
      (.movie, MediaExtensions.moviesWithPictures),
      (.adjustments, ["aae"]),
      (.metadata, ["xmp", "json"]),
    ]
    var kinds: [String: MediaKind] = [:]
    for (kind, list) in lists {
      for word in list { kinds[word] = kind }
    }
    return kinds
  }()
}
