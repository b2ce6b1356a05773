import Files
public import ISOBMFF

/// A Live Photo in one file or folder.
public enum LiveBundle {
  /// The formats of bundles.
  public enum Format: String, Sendable, CaseIterable {
    /// The two files in a folder.
    case folder
    /// A folder that Apple's software shows as one file: both files, and ``LiveBundle/metadata``.
    case pvt
    /// The archive of Baidu's applications, which other programs write, too; see ``LIVPComment``.
    case livp
    /// An archive of the two files.
    case zip

    /// The extension of such bundles; nil for a folder.
    public var fileExtension: String? { self == .folder ? nil : rawValue }

    /// The format for an extension without its dot; nil for other extensions.
    public init?(fileExtension: String) {
      let lowercased = fileExtension.lowercased()
      guard let format = Format.allCases.first(where: { $0.fileExtension == lowercased }) else {
        return nil
      }
      self = format
    }
  }

  /// The name of ``metadata`` in a PVT bundle.
  public static let metadataName = "metadata.plist"

  /// The third file of a PVT bundle: a property list, which Apple's software needs to recognise the folder
  /// as a Live Photo.
  public static let metadata = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>\(metadataKey)</key>
    \t<string>\(metadataVersion)</string>
    </dict>
    </plist>

    """

  /// The key in ``metadata`` that states the version.
  public static let metadataKey = "PFVideoComplementMetadataVersionKey"
  /// The version that a PVT bundle states.
  public static let metadataVersion = "1"
}

/// The reason why a file or folder is not a bundle, or why a bundle cannot be made.
public struct BundleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason: a sentence without the name of the file, which is its subject.
  public var message: String
  /// An error with a sentence for people.
  public init(_ message: String) { self.message = message }
  public var description: String { message }
}

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

/// Boxwalk's own extra field for facts about a file that ZIP archives cannot store. It is in the central
/// directory of an archive, and other programs ignore it.
public struct BundleRecord: FieldCodable {
  /// The header ID of the extra field: `BW`.
  public static let kind: UInt16 = 0x5742

  /// The version of the field, which is always 1.
  public var version: UInt8 = 1
  /// The modification time, in nanoseconds since the start of 1970; the times of archives have whole seconds.
  public var modificationTime: UInt64 = 0
  /// The spelling of the extension of a movie; empty for a still.
  public var fileExtension = Bytes()

  public init() {}

  /// A record with the modification time, in nanoseconds since the start of 1970, and the extension.
  public init(modified: Int64, fileExtension: String = "") {
    modificationTime = UInt64(bitPattern: modified)
    self.fileExtension = Bytes(Array(fileExtension.utf8))
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    guard version == 1 else {
      throw f.error(.unsupportedVersion(version, supported: 1...1))
    }
    try f.littleEndian("modification_time", &modificationTime)
    try f.bytes("file_extension", &fileExtension, count: .toEnd)
  }

  /// The modification time, in nanoseconds since the start of 1970.
  public var modified: Int64 { Int64(bitPattern: modificationTime) }
}

/// The names of the two files in a bundle. Both have the same stem, because that is how software finds the
/// movie of a still.
///
/// ```swift
/// let names = try BundleNames(still: "IMG_1.HEIC", movie: "IMG_1_HEVC.MOV")
/// names.movie  // "IMG_1.MOV"
/// ```
public struct BundleNames: Hashable, Sendable {
  /// The name of the still, with its extension.
  public let still: String
  /// The name of the movie, with its extension.
  public let movie: String

  /// The names of two files in a bundle.
  ///
  /// Throws if a name cannot be the name of a file in a bundle, or does not have the extension of a still or a movie.
  ///
  /// - Parameters:
  ///   - still: the name of the still, without its folder. It does not change.
  ///   - movie: the name of the movie. Its extension does not change.
  public init(still: String, movie: String) throws(BundleError) {
    for name in [still, movie] {
      if let problem = BundleEntry.problem(ofName: name) { throw BundleError(problem) }
    }
    guard BundleNames.kind(still) == .still else {
      throw BundleError("has no name by which the still can be recognised: \(LibraryPath(still))")
    }
    guard BundleNames.kind(movie) == .movie else {
      throw BundleError("has no name by which the movie can be recognised: \(LibraryPath(movie))")
    }
    self.still = still
    self.movie = still.splitAtExtension.stem + movie.splitAtExtension.ending
  }

  /// The name of both files without the extension.
  public var stem: String { still.splitAtExtension.stem }

  /// The kind of a file according to its last extension.
  static func kind(_ name: String) -> MediaKind {
    MediaKind(fileExtension: Array(name.fileExtension.lowercased().utf8))
  }
}

// MARK: - In LIVP bundles

extension BundleNames {
  /// Names of the entries of a LIVP bundle: `IMG_1.HEIC.heic` and `IMG_1.HEIC.mov`.
  public func entries(_ still: LIVPComment.StillType) -> (still: String, movie: String) {
    (self.still + "." + still.fileExtension, self.still + "." + movieExtension.lowercased())
  }

  /// The extension of the movie, in its original spelling.
  public var movieExtension: String { movie.fileExtension }

  /// The names that the files had before they were put into a LIVP bundle.
  ///
  /// - Parameter movieExtension: the spelling of the movie's extension, if it is known; otherwise it is in
  ///   capital letters if the still's extension is.
  /// - Returns: nil if the entries do not have doubled extensions; then they have the names of the files.
  public init?(
    entries: (still: String, movie: String), movieExtension: String? = nil
  ) {
    let (still, _) = entries.still.splitAtExtension
    let (stem, ending) = entries.movie.splitAtExtension
    guard still == stem, BundleNames.kind(still) == .still else { return nil }
    var written = ending.inCase(of: still.splitAtExtension.ending)
    if let movieExtension, "." + movieExtension.lowercased() == ending.lowercased() {
      written = "." + movieExtension
    }
    // The name of the entry can be longer than that of a file may be.
    guard let names = try? BundleNames(still: still, movie: still.splitAtExtension.stem + written)
    else { return nil }
    self = names
  }
}
