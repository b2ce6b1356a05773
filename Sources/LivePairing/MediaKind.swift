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

  /// Whether the file is a picture or a movie.
  public var isMedia: Bool { self == .still || self == .raw || self == .movie }

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

  /// The extensions of pictures and movies, in lower case without a dot.
  package static let mediaExtensions = Set(kinds.filter { $0.value.isMedia }.keys)

  private static let kinds: [String: MediaKind] = {
    let lists: [(MediaKind, String)] = [
      (.still, "heic heif hif heics heifs avif avci jpg jpeg jpe png webp tif tiff jxl"),
      (.raw, "dng cr2 cr3 crw nef nrw arw sr2 raf orf rw2 srw pef 3fr iiq"),
      (.movie, "mov mp4 m4v qt 3gp 3g2 mp mv"),
      (.adjustments, "aae"),
      (.metadata, "xmp json"),
    ]
    var kinds: [String: MediaKind] = [:]
    for (kind, list) in lists {
      for word in list.split(separator: " ") { kinds[String(word)] = kind }
    }
    return kinds
  }()
}
