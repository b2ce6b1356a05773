import Platform

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
