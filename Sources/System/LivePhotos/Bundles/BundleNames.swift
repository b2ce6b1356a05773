import Files

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
