extension String {
  /// A path up to the extension of its name, and the extension with its dot, which is empty if there
  /// is none: a name that starts with a dot is no extension.
  package var splitAtExtension: (stem: String, ending: String) {
    let start = lastIndex(of: "/").map { index(after: $0) } ?? startIndex
    guard let dot = self[start...].lastIndex(of: "."), dot > start else { return (self, "") }
    return (String(self[..<dot]), String(self[dot...]))
  }

  /// An extension, in capitals if that of another file is.
  package func inCase(of other: String) -> String {
    !other.isEmpty && other == other.uppercased() ? uppercased() : self
  }

  /// The last name of a path.
  package var lastPathName: String { split(separator: "/").last.map(String.init) ?? self }

  /// The path of a folder, to which names are added.
  package var asFolder: String { hasSuffix("/") ? self : self + "/" }

  /// The path of a folder as that of any file.
  package var withoutLastSlashes: String {
    var path = self
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
