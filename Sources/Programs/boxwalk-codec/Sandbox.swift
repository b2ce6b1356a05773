import CSandbox
import Codecs
import Platform
import WorkerProtocol

/// The restrictions of a process that decodes: an attacker who controls it through an image can neither see
/// nor open a file, nor open a socket, nor start a program.
///
/// On Linux, it uses Landlock and seccomp, as far as the system has them.
struct Sandbox {
  /// Whether nothing is decoded if a part of it is missing.
  let isRequired: Bool
  /// The parts of it that are active, after it was entered.
  private(set) var report = SandboxReply()

  init(isRequired: Bool) { self.isRequired = isRequired }

  /// Gives up the rights that decoding does not need, for good. All libraries have to be open.
  mutating func enter(_ limits: WorkerLimits) throws(CodecError) {
    report = SandboxReply(
      boxwalk_sandbox_enter(
        boxwalk_sandbox_limits(
          memory: limits.memory, file_size: limits.fileSize, cpu_time: limits.processorTime)))
    let missing = report.missing
    guard isRequired, !missing.isEmpty else { return }
    throw CodecError(
      "nothing was decoded: the sandbox lacks \(missing.joined(separator: ", "))")
  }

  /// Whether this process did not get all the memory that it asked for. What it made is not certain then: libraries take
  /// data for damaged, or leave it out.
  static var lackedMemory: Bool { boxwalk_sandbox_lacked_memory() != 0 }

  /// Tries the forbidden operations inside, and returns those that succeeded.
  static func breaches() -> [String] {
    // The strings live during the calls.
    let attempts: [(String, Int32)] = unsafe [
      ("read a file", boxwalk_sandbox_can_open_file("/etc/passwd")),
      ("read its own program", boxwalk_sandbox_can_open_file("/proc/self/exe")),
      ("look at a file", boxwalk_sandbox_can_look_at_file("/etc/passwd")),
      ("see names of files", boxwalk_sandbox_can_see_names()),
      ("write to a file", boxwalk_sandbox_can_write_file("/dev/null")),
      ("open a socket", boxwalk_sandbox_can_open_socket()),
      ("start a process", boxwalk_sandbox_can_fork()),
      ("send a signal to its parent", boxwalk_sandbox_can_kill_parent()),
      ("set a timer", boxwalk_sandbox_can_set_timer()),
      ("share memory", boxwalk_sandbox_can_share_memory()),
      ("have more memory than its limit", boxwalk_sandbox_can_exceed_memory()),
      ("make code", boxwalk_sandbox_can_make_code()),
      // This is the last one, because it may end this process.
      ("start a program", boxwalk_sandbox_can_start_program()),
    ]
    return attempts.filter { $0.1 != 0 }.map(\.0)
  }
}

extension SandboxReply {
  fileprivate init(_ sandbox: boxwalk_sandbox) {
    self.init()
    landlock = UInt8(clamping: Int(sandbox.landlock))
    hasSeccomp = sandbox.seccomp != 0
    hasLimits = sandbox.limits != 0
    hasNoNewPrivileges = sandbox.no_new_privileges != 0
  }
}
