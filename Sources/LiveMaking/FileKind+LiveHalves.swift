import FileKind

extension FileKind {
  /// The reason why a file cannot be the still of a Live Photo, by its first bytes; nil if it can.
  package var refusalAsStill: String? {
    switch self {
    case .boxes, .jpeg: nil
    case .empty: "is empty (0 bytes)"
    case .other(let words): "is \(words), and not a JPEG or HEIC photo"
    case .unknown: "is neither a JPEG picture nor a HEIC photo"
    }
  }

  /// The reason why a file cannot be the movie of a Live Photo, by its first bytes; nil if it can.
  package var refusalAsMovie: String? {
    switch self {
    case .boxes: nil
    case .empty: "is empty (0 bytes)"
    case .jpeg: "is a JPEG picture, and not a movie"
    case .other(let words): "is \(words), and not a MOV or MP4 movie"
    case .unknown: "is not a movie: no box starts at byte 0"
    }
  }
}
