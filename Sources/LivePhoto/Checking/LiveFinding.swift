/// Something that keeps two files from being a Live Photo, or may.
public struct LiveFinding: Equatable, Sendable {
  public enum Part: String, Sendable { case still, movie, pair }

  public enum Severity: String, Comparable, Sendable {
    case note, warning, error
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

  public var part: Part
  public var severity: Severity
  public var evidence: Evidence
  public var message: String

  init(_ part: Part, _ severity: Severity, _ evidence: Evidence, _ message: String) {
    self.part = part
    self.severity = severity
    self.evidence = evidence
    self.message = message
  }
}
