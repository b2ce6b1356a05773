/// The severity of a finding.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// It is worth knowing; programs show the file correctly.
  case note
  /// Some programs will refuse the file or show it differently.
  case warning
  /// Something is lost, or cannot be read correctly.
  case error

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }

  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
}
