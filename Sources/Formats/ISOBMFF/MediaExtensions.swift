package import FieldCoding

/// The extensions that names of photos and movies have, in lower case without a dot.
///
/// They say which files of a folder are looked at, and what the name of an output promises. What a file is, its content
/// decides.
public enum MediaExtensions {
  /// JPEG pictures, also several of them in a file.
  package static let jpeg: Set<String> = ["jpg", "jpeg", "jpe", "jfif", "mpo", "insp"]
  /// Photos and sequences of them in boxes, of any codec.
  package static let heif: Set<String> = [
    "heic", "heif", "hif", "heics", "heifs", "avci", "avcs", "avif", "avifs", "avis",
  ]
  /// Photos that are converted.
  package static let photos = jpeg.union(heif)

  /// Raw photos. Those of Canon (`cr3`) consist of boxes.
  package static let raw: Set<String> = [
    "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "srf", "raf", "orf", "rw2", "srw",
    "pef", "3fr", "iiq",
  ]
  /// Pictures in other formats.
  package static let otherPictures: Set<String> = [
    "bmp", "gif", "j2k", "jp2", "jpm", "jpx", "jxl", "jxs", "png", "psd", "svg", "tif", "tiff",
    "webp",
  ]

  /// Movies that consist of boxes, also those with the names of action cameras and of parts of motion photos.
  package static let moviesWithPictures: Set<String> = [
    "mov", "qt", "mp4", "m4v", "mp4v", "3gp", "3gpp", "3g2", "3gp2", "mj2", "mqv", "f4v", "ismv",
    "insv", "360", "lrv", "lrf", "mp", "mv",
  ]
  /// Files of boxes with audio only.
  package static let audio: Set<String> = ["m4a", "m4b", "m4p", "m4r", "f4a", "isma"]
  /// Segments of streams.
  package static let segments: Set<String> = ["m4s", "cmfv", "cmfa"]
  /// Movies, audio and segments that consist of boxes.
  package static let movies = moviesWithPictures.union(audio).union(segments)

  /// Movies that do not consist of boxes.
  package static let otherMovies: Set<String> = [
    "avi", "flv", "m2ts", "mka", "mkv", "mpeg", "mpg", "mts", "ts", "vob", "webm", "wmv",
  ]

  /// Everything that is read: photos, movies, and other files that consist of boxes.
  package static let media = photos.union(movies).union(["cr3", "jp2", "jpm", "jpx", "jxl", "jxs"])

  /// The names of all photos and movies.
  package static let all =
    media.union(raw).union(otherPictures).union(otherMovies)

  /// The extension of a path, in lower case; empty if it has none.
  package static func of(_ path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    let parts = name?.dropFirst().split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let parts, parts.count > 1, let last = parts.last else { return "" }
    return String(decoding: last, as: UTF8.self).lowercased()
  }

  /// Files beside photos and movies, which are neither, and files that are still being written: their content decides
  /// nothing.
  package static let companions: Set<String> = [
    "aae", "csv", "db", "htm", "html", "ini", "json", "jsonl", "log", "md", "pdf", "srt", "txt",
    "vtt", "xml", "xmp", "zip",
    "crdownload", "download", "filepart", "part", "partial", "temp", "tmp",
  ]

  /// The usual extension of a photo or movie, by its first bytes; nil for other files.
  package static func usual(of bytes: Bytes) -> String? {
    switch FileKind(bytes) {
    case .jpeg: return "jpg"
    case .boxes:
      let brand = bytes.part(4..<12).flatMap { String(validating: $0, as: UTF8.self) } ?? ""
      guard brand.hasPrefix("ftyp") else { return "mov" }
      switch brand.dropFirst(4) {
      case "qt  ": return "mov"
      case "avif", "avis": return "avif"
      case "mif1", "mif2", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx": return "heic"
      case "crx ": return "cr3"
      default: return "mp4"
      }
    default: return ForeignContainer(bytes)?.rawValue
    }
  }
}
