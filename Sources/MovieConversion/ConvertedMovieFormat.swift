package import ISOBMFF

extension MovieConverter {
  /// Why no movie can get the name of an output; nil if one can.
  ///
  /// - Parameter input: the path of the movie. An ending that it has is not refused.
  public static func refusal(of output: String, from input: String) -> String? {
    let name = ConvertedMovieFormat(output)
    guard name.isOfOtherKind, name != ConvertedMovieFormat(input) else { return nil }
    return
      "transcode keeps the container, QuickTime or MP4; it cannot make .\(name.fileExtension)."
  }
}

extension MovieConverter {
  /// What a person may want to know if a movie is of another kind than its new name says; nil if it is not.
  ///
  /// - Parameter input: the path of the original.
  package static func remark(
    on file: BoxFile, named output: String, from input: String
  ) -> String? {
    ConvertedMovieFormat(output).remark(on: file, from: ConvertedMovieFormat(input))
  }
}

/// The format that the name of an output means. The brands of a movie stay those of the original.
struct ConvertedMovieFormat: Equatable {
  fileprivate let fileExtension: String

  init(_ path: String) {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    fileExtension = parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
  }

  /// Whether a file with such a name is no movie of ours. Names without an ending can be of anything.
  fileprivate var isOfOtherKind: Bool {
    !fileExtension.isEmpty && !ConvertedMovieFormat.movies.contains(fileExtension)
  }

  private static let movies: Set<String> = [
    "mov", "qt", "mp4", "m4v", "m4a", "m4b", "m4p", "m4r", "mp4v", "3gp", "3gpp", "3g2", "3gp2",
    "f4v", "f4a", "ismv", "isma", "mj2", "insv", "lrv", "360",
  ]

  /// What a person may want to know if a movie is of another kind than its new name says; nil if it is not.
  ///
  /// - Parameter original: the old name.
  func remark(on file: BoxFile, from original: ConvertedMovieFormat) -> String? {
    guard self != original else { return nil }
    let brands = file.boxes.first { $0.type == "ftyp" }?[FileTypeBox.self]
    // Files without it are older than MP4 (QuickTime File Format, "File type compatibility").
    let isQuickTime = brands.map { $0.majorBrand == "qt  " } ?? true
    switch fileExtension {
    case "mp4", "m4v", "m4a", "m4b":
      guard isQuickTime else { return nil }
      return "is a QuickTime movie, like its original; players expect a name with .mov"
    case "mov" where !isQuickTime, "qt" where !isQuickTime:
      return "is an MP4 movie, like its original; players expect a name with .mp4"
    default: return nil
    }
  }
}
