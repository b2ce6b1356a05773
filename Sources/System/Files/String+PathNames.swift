/// Paths are bytes, in which a slash is always a slash. In Swift, a slash and a combining mark after it
/// are one character, which is not a slash. So this code never splits by characters.
extension String {
  private static let slash = UInt8(ascii: "/")

  /// A path up to the extension of its name, and the extension with its dot. The extension is empty if
  /// there is none: a name that starts with a dot does not start with an extension.
  package var splitAtExtension: (stem: String, ending: String) {
    let start = nameStart
    guard let dot = self[start...].utf8.lastIndex(of: UInt8(ascii: ".")), dot > start else {
      return (self, "")
    }
    return (String(self[..<dot]), String(self[dot...]))
  }

  /// The extension without its dot: `HEIC`; empty if there is none.
  ///
  /// A mark after the dot belongs to the extension, though a dot with a mark is one character.
  package var fileExtension: String { String(splitAtExtension.ending.unicodeScalars.dropFirst()) }

  /// An extension, in capitals if that of another file is.
  package func inCase(of other: String) -> String {
    !other.isEmpty && other == other.uppercased() ? uppercased() : self
  }

  /// The start of the part after the last slash.
  private var nameStart: Index {
    utf8.lastIndex(of: String.slash).map { utf8.index(after: $0) } ?? startIndex
  }

  /// A path up to its last slash, which belongs to the folder, and the part after it.
  package var splitAtName: (folder: String, name: String) {
    (String(self[..<nameStart]), String(self[nameStart...]))
  }

  /// The names in a path, none of them empty.
  package var pathNames: [String] {
    utf8.split(separator: String.slash).map { String(Substring($0)) }
  }

  /// The last name of a path.
  package var lastPathName: String { pathNames.last ?? self }

  package var isAbsolutePath: Bool { utf8.first == String.slash }

  package var endsWithSlash: Bool { utf8.last == String.slash }

  /// The path of a folder, to which names are added.
  package var asFolder: String { endsWithSlash ? self : self + "/" }

  /// The path of a folder as that of any file.
  package var withoutLastSlashes: String {
    let end = utf8.lastIndex { $0 != String.slash }.map { utf8.index(after: $0) }
    // A path that has only slashes is the root, which is one slash.
    return end.map { String(self[..<$0]) } ?? String(prefix(1))
  }

  /// The path from a folder on; nil if it is not in the folder.
  package func path(below folder: String) -> String? {
    let folder = folder.asFolder.utf8
    return utf8.starts(with: folder) ? String(Substring(utf8.dropFirst(folder.count))) : nil
  }

  /// The longest start of the text with at most this number of bytes, in whole characters.
  package func prefix(ofBytes count: Int) -> String {
    var result = ""
    for character in self {
      guard result.utf8.count + character.utf8.count <= count else { break }
      result.append(character)
    }
    return result
  }
}
