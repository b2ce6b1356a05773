/// A reason why two files are not, or may not be, a Live Photo.
public struct LiveFinding: Equatable, Sendable {
  /// The file that a finding is about, or both files together.
  public enum Part: String, Sendable {
    /// The photo.
    case still
    /// The movie.
    case movie
    /// Both files together.
    case pair
  }

  /// The severity of a finding.
  public enum Severity: String, Comparable, Sendable {
    /// It is worth knowing, but harmless.
    case note
    /// Some programs of Apple may refuse the files.
    case warning
    /// Photos does not recognise the files as a Live Photo, or cannot read one of them.
    case error
    /// Notes are less than warnings, and warnings are less than errors.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// How certain the behaviour of Photos is; Apple documents little of it.
  public enum Evidence: String, Sendable {
    /// The bytes of the file show it.
    case seen
    /// Several programs and people found it independently.
    case strong
    /// Some people report it, or it is reported only for some versions.
    case medium
    /// There are only single reports.
    case weak
  }

  /// The file that the finding is about, or both.
  public var part: Part
  /// The severity of the finding.
  public var severity: Severity
  /// How certain the behaviour of Photos is.
  public var evidence: Evidence
  /// A sentence whose subject is the file: "is truncated".
  public var message: String

  init(_ part: Part, _ severity: Severity, _ evidence: Evidence, _ message: String) {
    self.part = part
    self.severity = severity
    self.evidence = evidence
    self.message = message
  }
}
