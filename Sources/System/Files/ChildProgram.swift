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
