import Files
import Platform

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
