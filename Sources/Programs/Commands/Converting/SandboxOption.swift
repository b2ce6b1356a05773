import ArgumentParser
import WorkerClient

/// What happens to images if a part of the sandbox is missing.
enum SandboxOption: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// They are decoded, and the user is informed.
  case auto
  /// They are refused.
  case require
}

/// The option of all commands that decode.
struct SandboxOptions: ParsableArguments {
  @Option(
    help: """
      If a part of the sandbox is missing, require decodes nothing, and auto decodes and says so \
      once. boxwalk doctor --security lists the parts.
      """)
  var sandbox = SandboxOption.auto

  func worker(_ program: String) -> Worker {
    Worker(program, requiresSandbox: sandbox == .require)
  }
}
