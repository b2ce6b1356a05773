public import ArgumentParser

/// What becomes of pictures where a part of the sandbox is missing.
public enum SandboxPolicy: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// They are decoded, and the user is told.
  case auto
  /// They are refused.
  case require
}
