/// How bad a finding is.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// Worth knowing; nothing is wrong with what is shown.
  case note
  /// Some programs will refuse the file or show it differently.
  case warning
  /// Something is lost, or cannot be read as it was meant.
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
