/// A file of a library, with the facts that help to find its counterpart.
public struct LibraryFile: Hashable, Sendable {
  /// The path of the file.
  public var path: LibraryPath
  /// The number of bytes.
  public var size: Int64
  /// The facts that the file states.
  public var facts: MediaFacts

  /// A file that has been read.
  public init(path: LibraryPath, size: Int64, facts: MediaFacts) {
    self.path = path
    self.size = size
    self.facts = facts
  }

  /// A file whose name is known, and nothing else.
  public init(path: LibraryPath, size: Int64 = 0) {
    self.init(path: path, size: size, facts: MediaFacts(kind: LibraryFile.kind(ofName: path)))
  }

  /// The kind of a file according to its name.
  package static func kind(ofName path: LibraryPath) -> MediaKind {
    MediaKind(fileExtension: MediaName(path.name).fileExtension)
  }
}
