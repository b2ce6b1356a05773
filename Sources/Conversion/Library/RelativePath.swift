import Files

/// Paths below a folder, which never lead out of it.
enum RelativePath {
  /// The path without empty names and `.`, and like in tar without the slash that an absolute path
  /// starts with. Nil if there is `..` in it, or nothing.
  static func normalized(_ path: String) -> String? {
    let names = path.pathNames.filter { $0 != "." }
    guard !names.isEmpty, !names.contains(".."), !path.utf8.contains(0) else { return nil }
    return names.joined(separator: "/")
  }
}
