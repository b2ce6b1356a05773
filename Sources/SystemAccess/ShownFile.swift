/// Has the program that people have for files of its kind show a file, such as a browser for a page. Nobody
/// waits for it.
package func showFile(_ path: String) throws(SystemError) {
  #if canImport(Darwin)
    let program = "open"
  #else
    let program = "xdg-open"
  #endif
  // The program must not take a path that begins with a hyphen for an option.
  let path = path.hasPrefix("/") ? path : "./\(path)"
  do { _ = try ChildProgram(program, [path], isQuiet: true) } catch {
    throw SystemError(what: "\(path): no program that shows it is installed", code: error.code)
  }
}
