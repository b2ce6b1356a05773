public import ISOBMFF

/// Checks whether two files are a Live Photo, and whether Photos will accept them.
///
///     let check = LiveCheck(still: still, named: "IMG_1.HEIC", movie: movie, named: "IMG_1.MOV")
///     print(check.worst == nil ? "a Live Photo" : "something is missing")
public struct LiveCheck: Sendable {
  /// The facts about the still.
  public let still: LiveStillCheck
  /// The facts about the movie.
  public let movie: LiveMovieCheck
  /// The findings of the still, of the movie, and of both together.
  public let findings: [LiveFinding]

  /// Checks the boxes or segments of both files, without decoding their media.
  ///
  /// - Parameters:
  ///   - stillName: the name of the still; its extension is compared with the content of the file.
  ///   - movieName: the name of the movie; its extension is compared, too.
  public init(
    still: Bytes, named stillName: String, movie: Bytes, named movieName: String
  ) {
    self.still = LiveStillCheck(still, name: stillName)
    self.movie = LiveMovieCheck(movie, name: movieName)
    if self.still.format == nil, self.movie.format == nil,
      LiveStillCheck(movie, name: movieName).format != nil,
      LiveMovieCheck(still, name: stillName).format != nil
    {
      let sentence = "the still and the movie are swapped: name the photo first, and then the movie"
      findings = [LiveFinding(.pair, .error, .seen, sentence)]
      return
    }
    var findings = self.still.findings + self.movie.findings
    if let a = self.still.identifier, let b = self.movie.identifier, a != b {
      let sentence = "the identifiers differ: \(a) in the still, \(b) in the movie"
      findings.append(LiveFinding(.pair, .error, .strong, sentence))
    }
    self.findings = findings
  }

  /// The highest severity of all findings; nil if there are none.
  public var worst: LiveFinding.Severity? { findings.map(\.severity).max() }

  /// Whether both files have the same identifier.
  public var isPaired: Bool {
    still.identifier != nil && still.identifier == movie.identifier
  }
}
