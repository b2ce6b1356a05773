/// A file of a library, and what it says that helps to find its partner.
public struct LibraryFile: Hashable, Sendable {
  /// Where it is.
  public var path: LibraryPath
  /// The number of bytes.
  public var size: Int64
  /// What it says.
  public var facts: MediaFacts

  /// A file that has been read.
  public init(path: LibraryPath, size: Int64, facts: MediaFacts) {
    self.path = path
    self.size = size
    self.facts = facts
  }

  /// A file of which nothing but its name is known.
  public init(path: LibraryPath, size: Int64 = 0) {
    self.init(path: path, size: size, facts: MediaFacts(kind: LibraryFile.kind(ofName: path)))
  }

  /// What a file is by its name.
  package static func kind(ofName path: LibraryPath) -> MediaKind {
    MediaKind(fileExtension: MediaName(path.name).fileExtension)
  }
}
