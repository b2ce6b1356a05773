public import ISOBMFF

/// Whether two files are the halves of a Live Photo, and what Photos will say of them.
///
///     let check = LiveCheck(still: still, named: "IMG_1.HEIC", movie: movie, named: "IMG_1.MOV")
///     print(check.worst == nil ? "a Live Photo" : "something is missing")
public struct LiveCheck: Sendable {
  /// What the still is.
  public let still: StillCheck
  /// What the movie is.
  public let movie: MovieCheck
  /// The findings of both halves, and of the two together.
  public let findings: [LiveFinding]

  /// Looks at both halves, each by its boxes or segments and not by its media.
  ///
  /// - Parameters:
  ///   - stillName: whose extension is compared with what is in the file.
  ///   - movieName: the same.
  public init(
    still: Bytes, named stillName: String, movie: Bytes, named movieName: String
  ) {
    self.still = StillCheck(still, name: stillName)
    self.movie = MovieCheck(movie, name: movieName)
    if self.still.format == nil, self.movie.format == nil,
      StillCheck(movie, name: movieName).format != nil,
      MovieCheck(still, name: stillName).format != nil
    {
      let sentence = "the halves are swapped: name the photo first, and then the movie"
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

  /// The worst severity of a finding; nil if nothing is to be said.
  public var worst: LiveFinding.Severity? { findings.map(\.severity).max() }

  /// Whether both halves bear the same identifier.
  public var isPaired: Bool {
    still.identifier != nil && still.identifier == movie.identifier
  }
}
