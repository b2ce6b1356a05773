/// Something that keeps two files from being a Live Photo, or may.
public struct LiveFinding: Equatable, Sendable {
  /// Which half it is about, or the two together.
  public enum Part: String, Sendable {
    /// The photo.
    case still
    /// The movie.
    case movie
    /// What the two have in common, or have not.
    case pair
  }

  /// How bad it is.
  public enum Severity: String, Comparable, Sendable {
    /// Worth knowing, and harmless.
    case note
    /// Some of Apple's programs may not take it.
    case warning
    /// Photos does not take it as a Live Photo, or cannot read it.
    case error
    /// Notes are less than warnings, and those less than errors.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// How well it is known what Photos does then: Apple says little of it.
  public enum Evidence: String, Sendable {
    /// It is so in the bytes of this file.
    case seen
    /// Several programs and people found so independently.
    case strong
    /// Some report it, or for some versions only.
    case medium
    /// Single reports.
    case weak
  }

  /// What it is about.
  public var part: Part
  /// How bad it is.
  public var severity: Severity
  /// How well it is known what follows.
  public var evidence: Evidence
  /// A part of a sentence that begins with "it": "is cut off".
  public var message: String

  init(_ part: Part, _ severity: Severity, _ evidence: Evidence, _ message: String) {
    self.part = part
    self.severity = severity
    self.evidence = evidence
    self.message = message
  }
}
