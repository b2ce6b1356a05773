#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs another program, which is looked for along `PATH`, with the input and the outputs of this one, and
/// waits until it ends.
///
/// - Returns: its exit code; 128 and the number of the signal if one ended it.
/// - Throws: ``SystemError`` of `ENOENT` if there is no such program.
package func runProgram(_ name: String, _ arguments: [String]) throws(SystemError) -> Int32 {
  // Copies of strings that live until the end of the call.
  var words = unsafe ([name] + arguments).map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe words.indices { unsafe free(words[index]) } }
  var child: pid_t = 0
  let code = unsafe posix_spawnp(&child, name, nil, nil, &words, environ)
  guard code == 0 else { throw SystemError(what: name, code: code) }
  var status: Int32 = 0
  while unsafe waitpid(child, &status, 0) < 0 {
    guard errno == EINTR else { throw SystemError(what: name, code: errno) }
  }
  // The macros of <sys/wait.h>, which Swift does not see.
  let signal = status & 0x7F
  return signal == 0 ? status >> 8 & 0xFF : 128 + signal
}
