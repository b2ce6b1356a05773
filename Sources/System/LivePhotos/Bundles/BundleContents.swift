import Files

/// An entry of a bundle that is being split.
public struct BundleEntry: Hashable, Sendable {
  /// The kind of an entry of an archive.
  public enum Kind: Sendable { case file, folder, link, other }

  /// The path in the bundle, with its folders.
  public var path: String
  /// The kind of the entry.
  public var kind: Kind

  /// An entry with its path in the archive.
  public init(_ path: String, kind: Kind = .file) {
    self.path = path
    self.kind = kind
  }

  /// The part of the path after the last slash.
  public var name: String { path.splitAtName.name }

  /// The reason why it cannot be extracted; nil if it can.
  var problem: String? {
    switch kind {
    case .file: break
    case .link: return "is a symbolic link"
    case .folder, .other: return "is not a file"
    }
    if path.isAbsolutePath { return "has a name that leads out of the bundle" }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for part in parts.map({ String(Substring($0)) }) where part != "." {
      if let problem = BundleEntry.problem(ofName: part) { return problem }
    }
    return nil
  }

  /// The reason why a name is not allowed; nil if it means a file in the same folder on all systems.
  static func problem(ofName name: String) -> String? {
    let scalars = name.unicodeScalars
    if name.isEmpty || name == "." || name == ".." || scalars.contains("/")
      || scalars.contains("\\") || scalars.dropFirst().first == ":"
    {
      return "has a name that leads out of the bundle"
    }
    if scalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      return "has control characters in its name"
    }
    return name.utf8.count > 255 ? "has a name that is too long" : nil
  }

  /// Whether a system added it, and not the user.
  var isHidden: Bool {
    path.pathNames.contains {
      $0.hasPrefix(".") && $0 != "." && !$0.hasPrefix("..") || $0 == "__MACOSX"
    }
  }
}

/// The entries of a bundle that are its still and its movie.
public struct BundleContents: Hashable, Sendable {
  /// The index of the entry with the still, from 0.
  public let still: Int
  /// The index of the entry with the movie, from 0.
  public let movie: Int
  /// Whether there is an entry named ``LiveBundle/metadataName``.
  public let hasMetadata: Bool
  /// The indices of all other files.
  public let leftOut: [Int]

  /// - Throws: if there is not exactly one still and one movie, or if one of them cannot be extracted.
  public init(_ entries: [BundleEntry]) throws(BundleError) {
    var (stills, movies, leftOut): ([Int], [Int], [Int]) = ([], [], [])
    var hasMetadata = false
    for (index, entry) in entries.enumerated() where entry.kind != .folder {
      if entry.isHidden {
        leftOut.append(index)
      } else if entry.name == LiveBundle.metadataName, entry.kind == .file {
        hasMetadata = true
      } else {
        switch BundleNames.kind(entry.name) {
        case .still: stills.append(index)
        case .movie: movies.append(index)
        default: leftOut.append(index)
        }
      }
    }
    if stills.isEmpty, movies.isEmpty { throw BundleError("has neither a still nor a movie") }
    still = try BundleContents.only("still", stills, entries)
    movie = try BundleContents.only("movie", movies, entries)
    self.hasMetadata = hasMetadata
    self.leftOut = leftOut
  }

  private static func only(
    _ word: String, _ found: [Int], _ entries: [BundleEntry]
  ) throws(BundleError) -> Int {
    guard let first = found.first else { throw BundleError("has no \(word)") }
    let names = found.map { "\(LibraryPath(entries[$0].path))" }
    guard found.count == 1 else {
      let shown = names.prefix(4).joined(separator: ", ") + (names.count > 4 ? ", …" : "")
      throw BundleError(
        "has \(found.count) \(word)s, and does not say which belongs to it: \(shown)")
    }
    if let problem = entries[first].problem {
      throw BundleError("has a \(word) that cannot be taken out: \(names[0]) \(problem)")
    }
    return first
  }
}
