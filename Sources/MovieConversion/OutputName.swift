import ISOBMFF

/// The format that the name of an output means. The brands of a movie stay those of the original.
struct OutputName: Equatable {
  private let fileExtension: String

  init(_ path: String) {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    fileExtension = parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
  }

  /// What a person may want to know if a movie is of another kind than its new name says; nil if it is not.
  ///
  /// - Parameter original: its old name.
  func remark(on file: BoxFile, from original: OutputName) -> String? {
    guard self != original else { return nil }
    let brands = file.boxes.first { $0.type == "ftyp" }?[FileTypeBox.self]
    // Files without it are older than MP4 (QuickTime File Format, "File type compatibility").
    let isQuickTime = brands.map { $0.majorBrand == "qt  " } ?? true
    switch fileExtension {
    case "mp4" where isQuickTime, "m4v" where isQuickTime:
      return "is a QuickTime movie, like its original; players expect a name with .mov"
    case "mov" where !isQuickTime, "qt" where !isQuickTime:
      return "is an MP4 movie, like its original; players expect a name with .mp4"
    default: return nil
    }
  }
}
