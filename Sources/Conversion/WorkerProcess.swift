import CSystem
import FileAccess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that is given two open files and some bytes, and answers with some bytes.
///
/// All calls that deal with C arrays and pipes are here; each pointer lives only during its call.
struct WorkerProcess {
  var program: String
  var arguments: [String] = []

  enum Ending: Equatable {
    case exited(Int32)
    /// By a signal: it crashed, or was stopped.
    case killed(signal: Int32)
    /// It was stopped, as it took too long.
    case timedOut
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - descriptors: what the program sees as descriptors 3, 4, ...
  ///   - timeLimit: in seconds.
  func run(
    input: [UInt8], descriptors: [Int32], answerLimit: Int = 1 << 20, timeLimit: Double = 600
  ) throws(SystemError) -> (answer: [UInt8], ending: Ending) {
    let job = try Pipe()
    let answer = try Pipe()
    let child = try spawn(
      [job.reading, answer.writing, 2] + descriptors, closing: [job.writing, answer.reading])
    job.closeReading()
    answer.closeWriting()
    job.write(input)
    job.closeWriting()
    let end = ContinuousClock.now.advanced(by: .seconds(timeLimit))
    let reply = answer.readAll(limit: answerLimit, until: end)
    return (reply, try wait(for: child, until: end))
  }

  /// Starts the program with `descriptors` as 0, 1, 2, ...
  private func spawn(_ descriptors: [Int32], closing: [Int32]) throws(SystemError) -> pid_t {
    // Moved out of the way first, so that no descriptor is overwritten before it is used.
    var moved: [Int32] = []
    defer { for descriptor in moved { close(descriptor) } }
    for descriptor in descriptors {
      moved.append(
        try SystemError.check(program) { fcntl(descriptor, F_DUPFD_CLOEXEC, 64) })
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
    // What the caller ignores, the worker does not: limits are made known by signals.
    var signals = sigset_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    #if canImport(Darwin)
      let cloexec = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      let cloexec: Int32 = 0
    #endif
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | cloexec))
    // Copies of strings that live until the end of the call.
    var arguments = unsafe ([program] + self.arguments).map { unsafe strdup($0) } + [nil]
    var environment = unsafe WorkerProcess.environment.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe 0..<arguments.count { unsafe free(arguments[index]) }
      for index in unsafe 0..<environment.count { unsafe free(environment[index]) }
    }
    let code = unsafe posix_spawn(
      &child, program, &actions, &attributes, &arguments, &environment)
    guard code == 0 else { throw SystemError(what: program, code: code) }
    return child
  }

  /// What the program is told of the environment: where libraries are, and nothing else.
  private static var environment: [String] {
    [
      "BOXWALK_LIBAVCODEC", "BOXWALK_LIBHEIF", "LIBHEIF_PLUGIN_PATH", "LD_LIBRARY_PATH",
      "DYLD_LIBRARY_PATH",
    ].compactMap { name -> String? in
      guard let value = unsafe getenv(name) else { return nil }
      // A string of the environment, which nothing changes here.
      return name + "=" + (unsafe String(cString: value))
    }
  }

  /// Stops a program that is still at work when the time is over.
  private func wait(
    for child: pid_t, until end: ContinuousClock.Instant
  ) throws(SystemError) -> Ending {
    var status: Int32 = 0
    var isOver = false
    while true {
      // `status` outlives the call, which fills it.
      let found = unsafe waitpid(child, &status, isOver ? 0 : WNOHANG)
      if found == child { break }
      if found < 0, errno != EINTR { throw SystemError(what: program, code: errno) }
      // Who has answered has little left to do.
      guard found == 0 else { continue }
      if ContinuousClock.now < end {
        usleep(200)
      } else {
        isOver = true
        kill(child, SIGKILL)
      }
    }
    if isOver { return .timedOut }
    // The macros of <sys/wait.h>, which Swift does not import.
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
  }
}

/// Both ends of a pipe, closed at the latest when it goes out of scope.
private final class Pipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard Pipe.open(&ends) == 0 else { throw SystemError(what: "pipe", code: errno) }
    (reading, writing) = (ends[0], ends[1])
  }

  /// No worker that is started at the same time gets these ends: it would keep them open.
  private static func open(_ ends: inout [Int32]) -> Int32 {
    // The array has the two elements that are filled.
    unsafe system_pipe(&ends)
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Writes as much as the other end takes; one that has gone shows in its answer.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in unsafe systemWrite(writing, bytes) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// What comes until the other end is closed, or the time is over.
  func readAll(limit: Int, until end: ContinuousClock.Instant) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while all.count < limit {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { break }
      var state = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      // `state` outlives the call, which changes it. Never longer than an hour at once.
      let ready = unsafe poll(&state, 1, Int32(min(left / .milliseconds(1), 3.6e6)) + 1)
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      let count = unsafe read(reading, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      all += buffer.prefix(count)
    }
    return all
  }
}
