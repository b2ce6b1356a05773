import ArgumentParser

/// What happens to pictures if a part of the sandbox is missing.
enum SandboxOption: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// They are decoded, and the user is informed.
  case auto
  /// They are refused.
  case require
}
