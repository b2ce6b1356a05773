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
