import Foundation

// A build for users has no tests, and with static libraries no module for them either.
#if canImport(Testing)
  public import Testing
#endif

/// Programs of the system, with which results are compared.
public enum InstalledPrograms {
  /// Where a program is; nil if it is not installed.
  public static func path(of name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

#if canImport(Testing)
  extension Trait where Self == ConditionTrait {
    /// Skips a test, with a message, where a program is not installed.
    public static func needs(_ programs: String...) -> ConditionTrait {
      let missing = programs.filter { InstalledPrograms.path(of: $0) == nil }
      return .enabled(if: missing.isEmpty, "needs \(missing.joined(separator: ", "))")
    }
  }
#endif
