import Platform

/// Another program that this one started.
package struct ChildProgram {
  private let name: String
  private let process: pid_t

  /// Starts a program, which is searched for along `PATH`.
  ///
  /// - Parameter isQuiet: whether it has no input and no output; otherwise it has those of this program.
  /// - Throws: ``SystemError`` of `ENOENT` if there is no such program.
  package init(
    _ name: String, _ arguments: [String], isQuiet: Bool = false
  ) throws(SystemError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if isQuiet {
      for (descriptor, mode) in [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] as [(Int32, Int32)] {
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
      }
    }
    // Copies of strings that live until the end of the call.
    var words = unsafe ([name] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var child: pid_t = 0
    let code = unsafe posix_spawnp(&child, name, &actions, nil, &words, environ)
    guard code == 0 else { throw SystemError(what: name, code: code) }
    (self.name, process) = (name, child)
  }

  /// Waits until it ends. Answers its exit code; 128 and the number of the signal if one ended it.
  package func wait() throws(SystemError) -> Int32 {
    var status: Int32 = 0
    try SystemError.check(name) { unsafe waitpid(process, &status, 0) }
    // The macros of <sys/wait.h>, which Swift does not see.
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}

/// Opens a file in the user's default program for its kind, such as a browser for a page, and does not wait for it.
package func showFile(_ path: String) throws(SystemError) {
  #if canImport(Darwin)
    let program = "open"
  #else
    let program = "xdg-open"
  #endif
  // The program must not take a path that begins with a hyphen as an option.
  let path = path.hasPrefix("/") ? path : "./\(path)"
  do { _ = try ChildProgram(program, [path], isQuiet: true) } catch {
    throw SystemError(what: "\(path): no program that shows it is installed", code: error.code)
  }
}

/// The arguments of this program.
package enum ProgramArguments {
  /// Throws for an argument that is not text: converted to text, it would be the name of another file.
  ///
  /// It also throws if there are none, not even the name of the program: Swift reads them from /proc.
  package static func requireText() throws(SystemError) {
    guard CommandLine.argc > 0 else {
      throw SystemError(
        what: "nothing was done: the arguments cannot be read from /proc/self/cmdline", code: 0)
    }
    for index in 1..<max(1, Int(CommandLine.argc)) {
      // The system keeps this number of arguments, each with a zero at its end, as long as the process exists.
      guard let start = unsafe CommandLine.unsafeArgv[index] else { return }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      guard String(validating: bytes, as: UTF8.self) == nil else { continue }
      let shown = String(decoding: bytes, as: UTF8.self)
      throw SystemError(what: "\(shown): is not a UTF-8 name; convmv makes it one", code: 0)
    }
  }
}

/// The variables of the environment.
package enum Environment {
  /// The text of a variable; nil if it is not set.
  package static subscript(name: String) -> String? {
    // A string of the environment, which is copied before anything changes it.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
