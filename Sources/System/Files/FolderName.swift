import ISOBMFF

/// The name of a folder that a command writes to.
package enum FolderName {
  /// The path with a slash at its end. Throws for the path of a file, and for a name that images and movies have, if
  /// nothing is there yet: who names a file would get a folder.
  package static func checked(_ path: String) throws(SystemError) -> String {
    if path.isEmpty { throw SystemError(what: "the name of the folder is empty", code: 0) }
    try OutputPath.refuseStandardOutput(path)
    switch try PathKind(path) {
    case .file:
      throw SystemError(what: "\(path) is a file, and a folder is needed", code: 0)
    case .nothing where !path.endsWithSlash && isMedia(path):
      throw SystemError(
        what:
          "\(path) is the name of a file, and a folder is needed: name a folder, or \(path)/ if that is its name",
        code: 0)
    default: return path.asFolder
    }
  }

  private static func isMedia(_ path: String) -> Bool {
    extensions.contains(path.fileExtension.lowercased())
  }

  /// What the names of images and movies end in.
  private static let extensions = MediaExtensions.all.union([
    "m3u8", "mpd", "pdf", "html", "json", "zip",
  ])
}
