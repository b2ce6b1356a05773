import LivePairing
import SystemAccess

/// The folder for the two files of a Live Photo.
package enum LiveOutputFolder {
  /// The path with a slash at its end. Throws for the path of a file, and for the name of a photo or movie that does
  /// not exist: the user expects such a file, and not a folder of this name.
  package static func path(_ output: String) throws -> String {
    let kind = try PathKind(output)
    if kind == .file { throw LiveError(output, "is a file, and not a folder") }
    if kind == .nothing, !output.endsWithSlash, isMedia(output) {
      throw LiveError(
        output,
        "is the name of a file, but two files are written: name a folder, or \(output)/ if the folder has this name"
      )
    }
    return output.asFolder
  }

  private static func isMedia(_ name: String) -> Bool {
    MediaKind.mediaExtensions.contains(name.splitAtExtension.ending.dropFirst().lowercased())
  }
}
