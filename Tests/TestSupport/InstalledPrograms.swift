import Foundation
public import Testing

/// Programs of the system, with which results are compared.
public enum InstalledPrograms {
  /// Where a program is; nil if it is not installed.
  public static func path(of name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, with a message, where a program is not installed.
  public static func needs(_ programs: String...) -> ConditionTrait {
    let missing = programs.filter { InstalledPrograms.path(of: $0) == nil }
    return .enabled(if: missing.isEmpty, "needs \(missing.joined(separator: ", "))")
  }
}
