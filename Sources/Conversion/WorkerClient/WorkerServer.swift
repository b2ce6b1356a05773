import CWorker
import FieldCoding
import Files
import Platform
import Synchronization
import WorkerProtocol

/// The worker's program, which waits for requests, and forks a process for each job. It ends when this object is
/// released.
final class WorkerServer: Sendable {
  private let process: pid_t
  private let control: Int32
  private let ended = Mutex(WorkerEnding?.none)

  init(_ program: String) throws(SystemError) {
    let sockets = try SocketPair()
    // The messages of the program go to the user's terminal.
    process = try WorkerServer.start(program, ["--serve"], [sockets.other.descriptor, 2, 2])
    control = sockets.closingOther().released()
  }

  /// Requests a process for a task. If the program has ended, there is no answer.
  ///
  /// - Parameter descriptors: the descriptor for the end of the process, its descriptors 0 and 1, and those from 3,
  ///   4, ... on.
  func ask(_ request: boxwalk_worker_request, _ descriptors: [Int32]) {
    // The array is valid during the call.
    _ = unsafe descriptors.withUnsafeBufferPointer {
      unsafe boxwalk_worker_ask(control, request, $0.baseAddress, Int32($0.count))
    }
  }

  /// How the program ended, after it has no more requests; it is killed if it does not end in time.
  func ending(until deadline: Deadline) -> WorkerEnding {
    shutdown(control, Int32(SHUT_RDWR))
    while true {
      if let ending = checkEnd() { return ending }
      if deadline.isOver { break }
      usleep(2000)
    }
    _ = end(until: deadline)
    return .timedOut
  }

  /// Kills the program and its processes, which are a group. Answers whether all of them are gone.
  func end(until deadline: Deadline) -> Bool {
    repeat {
      // The number is that of other processes after the group has ended.
      guard kill(-process, SIGKILL) == 0 else { return true }
      checkEnd()
      usleep(2000)
    } while !deadline.isOver
    return false
  }

  /// Nil if it has not ended. A program that someone has stopped would be silent from now on; it is killed.
  @discardableResult
  func checkEnd() -> WorkerEnding? {
    ended.withLock { ended in
      var status: Int32 = 0
      guard ended == nil else { return ended }
      // `status` outlives the call, which fills it. A process is waited for once.
      switch unsafe waitpid(process, &status, WNOHANG | WUNTRACED) {
      case process where status & 0xFF == 0x7F: kill(-process, SIGKILL)
      case process: ended = WorkerEnding(status: status)
      // The calling program waits for all its processes, or for none: the process ID may be that of another process
      // now.
      case -1 where errno == ECHILD: ended = .exited(0)
      default: break
      }
      return ended
    }
  }

  deinit {
    // The program ends by itself, so that its resources are counted, but only up to the time limit.
    shutdown(control, Int32(SHUT_WR))
    var end = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    // The structure is valid during the call.
    _ = unsafe poll(&end, 1, WorkerServer.patience)
    close(control)
    guard checkEnd() == nil else { return }
    kill(-process, SIGKILL)
    var status: Int32 = 0
    // `status` outlives the call, which fills it.
    _ = uninterrupted { unsafe waitpid(process, &status, 0) }
  }

  /// The time that a program without requests has to end, in milliseconds.
  private static let patience: Int32 = 1000
}

/// What came of a job.
package struct WorkerOutcome {
  package var answer: [UInt8] = []
  package var ending = WorkerEnding.timedOut
  /// Whether the same job may be done by another process.
  var isTransient = false
}

/// How a process ended.
package enum WorkerEnding: Equatable {
  case exited(Int32)
  /// It ended by a signal: it crashed, or was stopped.
  case killed(signal: Int32)
  /// It was stopped, as it took too long.
  case timedOut

  /// Whether another process may do the same job. This one was ended by someone else, or by the system for lack of
  /// memory; or this program did not read its results any more; or the system refused it memory, a process, a thread, or
  /// its connection to this program; or it crashed or ended early, as libraries do that get no memory.
  var isTransient: Bool {
    switch self {
    case .killed(let signal): ![SIGXCPU, SIGXFSZ].contains(signal)
    case .exited(let code): ![0, EX_SOFTWARE].contains(code)
    case .timedOut: false
    }
  }

  /// Whether the process crashed, as it does if it is attacked; not by a limit, nor from outside.
  var isCrash: Bool {
    guard case .killed(let signal) = self else { return false }
    return ![SIGKILL, SIGTERM, SIGPIPE, SIGXCPU, SIGXFSZ].contains(signal)
  }

  /// The program's report in four bytes; nil if it had no time for it.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 else { return nil }
    let status = bytes.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    self.init(status: Int32(bitPattern: status))
  }

  /// - Parameter status: as `waitpid` says it. The macros of <sys/wait.h> are not imported.
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
  }
}

/// All calls with C arrays are here; each pointer is valid only during its call.
extension WorkerServer {
  /// Starts a program with `descriptors` as 0, 1, 2, ...
  static func start(
    _ program: String, _ arguments: [String], _ descriptors: [Int32]
  ) throws(SystemError) -> pid_t {
    // Moved out of the way first, so that no descriptor is overwritten before it is used.
    var moved: [Int32] = []
    defer { for descriptor in moved { close(descriptor) } }
    for descriptor in descriptors {
      moved.append(
        try SystemError.check("socket") {
          fcntl(descriptor, F_DUPFD_CLOEXEC, Int32(descriptors.count))
        })
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in moved.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    var child: pid_t = 0
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    // The worker does not ignore signals that the caller ignores, because signals report limits.
    var signals = sigset_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe sigemptyset(&signals)
    // A signal from the keyboard or a service ends this program, and not the worker, which may finish, and ends with
    // this program in any case. It has a group of its own: if someone has stopped it, the system lets it go on when this
    // program ends, so that it ends, too.
    for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    #if canImport(Darwin)
      let cloexec = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      let cloexec: Int32 = 0
    #endif
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(
        Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP) | cloexec))
    // Copies of strings that live until the end of the call.
    var arguments = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var environment = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe 0..<arguments.count { unsafe free(arguments[index]) }
      for index in unsafe 0..<environment.count { unsafe free(environment[index]) }
    }
    let code = unsafe posix_spawn(
      &child, program, &actions, &attributes, &arguments, &environment)
    guard code == 0 else { throw SystemError(what: program, code: code) }
    return child
  }

  /// The environment variables that the program gets: the paths of libraries, and a setting that disables
  /// backtraces, which would start another program after a crash.
  private static var environment: [String] {
    let names = [
      "BOXWALK_LIBAVCODEC", "BOXWALK_MOVIE_ENGINE", "BOXWALK_LOOP_ENGINE",
      "BOXWALK_CONTAINER_ENGINE", "BOXWALK_NOTE_ENGINE", "BOXWALK_LIBHEIF",
      "BOXWALK_LIBOPENJP2",
      "LIBHEIF_PLUGIN_PATH",
      "LD_LIBRARY_PATH",
      "DYLD_LIBRARY_PATH",
    ]
    return ["SWIFT_BACKTRACE=enable=no"]
      + names.compactMap { name in Environment[name].map { "\(name)=\($0)" } }
  }
}
