import FieldCoding
import Movie

/// The use of bytes of a movie, which a terminal shows as one character.
enum ByteKind: String, Hashable {
  /// Boxes that describe the media, and how it is found and played.
  case description
  /// Samples of video.
  case video
  /// Samples of audio.
  case audio
  /// Items: coded images, and metadata.
  case items
  /// Samples of all other tracks, and media data whose owner is unknown.
  case other = "other media"
  /// Boxes for free space.
  case free = "free space"
  /// Lost bytes, to which nothing in the file refers.
  case lost

  /// Finds the kind of a use.
  ///
  /// - Parameter movie: whose tracks there are.
  static func find(in movie: MovieFile?) -> (ByteMap.Use) -> ByteKind {
    let handlers = Dictionary(
      (movie?.tracks ?? []).map { ($0.id, $0.handlerType) }, uniquingKeysWith: { first, _ in first }
    )
    return { use in
      switch use {
      case .box, .segment: .description
      case .free: .free
      case .items, .image: .items
      case .media: .other
      case .lost, .missing: .lost
      case .track(let id):
        switch handlers[id] {
        case "vide", "pict", "auxv": .video
        case "soun": .audio
        default: .other
        }
      }
    }
  }
}
