/// The path of a file that a command writes.
package enum OutputPath {
  /// Throws for the name that means standard output, which only some commands write to.
  package static func refuseStandardOutput(_ path: String) throws(SystemError) {
    guard path == "-" else { return }
    throw SystemError(
      what: "- means standard output, and a file is needed here: ./- is a file with this name",
      code: 0)
  }

  /// Throws if no file can be written there: it would replace an input, a folder, or a file that is kept.
  ///
  /// - Parameters:
  ///   - inputs: the files that are read, which are never replaced.
  ///   - isReplacing: whether another file may be replaced.
  ///   - isLink: whether the output may be a hard link to an input.
  ///   - force: the name of the option that says that files may be replaced.
  package static func check(
    _ path: String, of inputs: [String], isReplacing: Bool, isLink: Bool = false,
    force: String = "--force"
  ) throws(SystemError) {
    if path.isEmpty { throw SystemError(what: "the name of the output is empty", code: 0) }
    try refuseStandardOutput(path)
    for input in inputs where !isLink {
      var isSame = path == input
      if !isSame { isSame = try isSameFile(input, path) }
      if !isSame { isSame = try isSeenTwice(input, path) }
      guard isSame else { continue }
      throw SystemError(what: "\(path) is the original itself, which is never replaced", code: 0)
    }
    try OutputFile.refuseSpecial(path)
    switch try PathKind(path) {
    case .folder:
      throw SystemError(what: "\(path) is a folder, and a file is written: name a file", code: 0)
    case .nothing where path.endsWithSlash:
      throw SystemError(
        what: "\(path) is the name of a folder, and a file is written: name a file", code: 0)
    case .file where !isReplacing:
      throw SystemError(what: "\(path) exists; \(force) replaces it", code: 0)
    case .nothing, .file: break
    }
  }
}
