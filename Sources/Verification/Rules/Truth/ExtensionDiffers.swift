import FileKind
import HEIF
import ISOBMFF
import Movie
import StillMetadata

enum ExtensionDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "The registered extensions of ISO/IEC 23008-12, 14496-14, ITU-T T.81"
  static let sentence = "The extension of a file name fits the content of the file."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let (stated, family) = mismatch(file) else { return }
    findings.add(
      offset: file.bytes.fileOffset,
      "the name ends with .\(stated), but this is \(family.title): programs that trust the name fail; "
        + "rename it to .\(family.usual)")
  }

  /// The extension of the name, and the right extensions.
  private static func mismatch(_ file: ExaminedFile) -> (stated: String, family: Family)? {
    guard let dot = file.name.lastIndex(of: "."), !file.name[dot...].contains("/") else {
      return nil
    }
    let stated = file.name[file.name.index(after: dot)...].lowercased()
    guard others.contains(stated) || families.contains(where: { $0.extensions.contains(stated) }),
      let family = family(of: file), !family.extensions.contains(stated)
    else { return nil }
    return (stated, family)
  }

  /// The extension that a file should have instead of its own; nil if its own is right.
  static func rightExtension(of file: ExaminedFile) -> String? { mismatch(file)?.family.usual }

  private struct Family {
    var title: String
    var usual: String
    var extensions: Set<String>
  }

  private static let jpeg = Family(
    title: "a JPEG picture", usual: "jpg",
    extensions: ["jpg", "jpeg", "jpe", "jfif", "mpo", "insp"])
  private static let heif = Family(
    title: "a HEIF picture", usual: "heic",
    extensions: ["heic", "heif", "hif", "heics", "heifs", "avci", "avcs"])
  private static let avif = Family(
    title: "an AVIF picture", usual: "avif", extensions: ["avif", "avifs", "heif", "hif"])
  private static let movie = Family(
    title: "a movie", usual: "mp4",
    extensions: [
      "mov", "qt", "mp4", "m4v", "m4a", "m4b", "m4r", "m4p", "3gp", "3g2", "mj2", "cr3", "insv",
      "f4v", "ismv", "isma", "mqv", "lrv", "360",
    ])
  private static let families = [jpeg, heif, avif, movie]
  /// Files that are none of these.
  private static let others: Set<String> = [
    "png", "gif", "webp", "tif", "tiff", "bmp", "dng", "jxl", "svg", "pdf", "txt", "html", "json",
    "zip", "avi", "mkv", "webm", "ts", "flv", "mpg", "wmv", "mp3", "wav", "flac", "ogg", "aac",
  ]

  private static func family(of file: ExaminedFile) -> Family? {
    if file.kind == .jpeg { return jpeg }
    if file.images.isEmpty {
      let isSequence = file.movie?.tracks.contains { $0.handlerType == "pict" } ?? true
      guard !isSequence else { return nil }
      var movie = movie
      // A movie without a type is older than MP4.
      if file.boxes.boxes.first(FileTypeBox.self).map({ $0.majorBrand == "qt  " }) ?? true {
        movie.usual = "mov"
      }
      return movie
    }
    // A movie may contain a still picture, and a photo may be followed by a movie.
    if file.movie != nil { return nil }
    return file.images.contains { $0.type == "av01" } ? avif : heif
  }
}
