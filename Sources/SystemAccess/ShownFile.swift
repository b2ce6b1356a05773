import CSystem

/// Has the program that people have for files of its kind show a file, such as a browser for a page. Nobody
/// waits for it.
package func showFile(_ path: String) throws(SystemError) {
  // A path that begins with a hyphen is no option.
  let path = path.hasPrefix("/") ? path : "./\(path)"
  try SystemError.check("\(path): no program shows it") { unsafe system_show(path) }
}
