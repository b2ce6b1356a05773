import ISOBMFF

extension FileKind {
  /// The reason why a file cannot be the still of a Live Photo, by its first bytes; nil if it can.
  package var refusalAsStill: String? {
    switch self {
    case .boxes, .jpeg: nil
    case .empty: "is empty (0 bytes)"
    case .other(let text): "is \(text), and not a JPEG or HEIC photo"
    case .unknown: "is neither a JPEG image nor a HEIC photo"
    }
  }
}
