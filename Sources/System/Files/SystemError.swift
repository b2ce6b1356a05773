import FieldCoding
import Platform

/// A call to the system that failed, or a file that has changed.
package struct SystemError: Error, CustomStringConvertible {
  package var what: String
  /// An `errno`; 0 if ``what`` is the whole message, and `ESTALE` if it is about a change of the file.
  package var code: Int32

  package init(what: String, code: Int32) {
    self.what = what
    self.code = code
  }

  /// Bytes of the input file can no longer be read: data that was read from it must not be kept.
  ///
  /// - Parameter problem: the problem of its ``FieldCoding/ByteSource``.
  package static func unread(_ problem: String) -> SystemError {
    SystemError(what: problem, code: ESTALE)
  }

  /// The system could not read bytes of a file.
  package static func unreadable(_ path: String) -> SystemError {
    SystemError(what: path, code: EIO)
  }

  /// Bytes that were written cannot be read.
  package static func notReadAgain(_ problem: String) -> SystemError {
    SystemError(what: "the file that was written \(problem)", code: 0)
  }

  /// Throws if bytes of files could not be read.
  ///
  /// - Parameter inputs: the paths of the files; nil for every file that this process has mapped.
  package static func requireRead(_ inputs: [String]?) throws(SystemError) {
    guard let (path, problem) = MappedFiles.unreadable(of: inputs) else { return }
    throw inputs?.count == 1 ? .unread(problem) : SystemError(what: "\(path): \(problem)", code: 0)
  }

  /// The file that is read has other bytes now, or another file has its name.
  package static let changed = SystemError(
    what: "was changed by another program while it was read", code: ESTALE)

  package var description: String {
    code == 0 || code == ESTALE ? what : "\(what): \(SystemError.text(code))"
  }

  /// Whether it is about a change of the file that is read.
  package var isChange: Bool { code == ESTALE }

  /// The meaning of an `errno`.
  package static func text(_ code: Int32) -> String { systemErrorText(code) }

  /// The words for a path where nothing is.
  package static let noSuchFile = text(ENOENT)

  /// Calls what makes a file, or a folder, that gets its name later. An error does not name the path that it has until
  /// then, which the user does not know, but `path`.
  package static func making<Result: ~Copyable>(
    _ path: String, _ make: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    do throws(SystemError) { return try make() } catch {
      guard error.code != 0, error.code != ESTALE else { throw error }
      throw SystemError(what: "\(path) cannot be written", code: error.code)
    }
  }

  /// The result of `call`, unless it is -1. It is called again if a signal interrupted it.
  @discardableResult
  package static func check(_ what: String, _ call: () -> Int32) throws(SystemError) -> Int32 {
    let result = uninterrupted(call)
    guard result >= 0 else { throw SystemError(what: what, code: errno) }
    return result
  }

  /// The result of `open`, which opens a file.
  static func opening<Result>(
    _ open: () throws(ByteSourceError) -> Result
  ) throws(SystemError) -> Result {
    do throws(ByteSourceError) { return try open() } catch {
      guard case .open(let code) = error.reason else {
        throw SystemError(what: "\(error)", code: 0)
      }
      throw SystemError(what: error.path, code: code)
    }
  }

  /// Returns if the call before it failed because nothing is at the path, and throws for any other
  /// reason: there may be a file that cannot be accessed.
  package static func requireMissing(_ what: String) throws(SystemError) {
    guard errno == ENOENT || errno == ENOTDIR else { throw SystemError(what: what, code: errno) }
  }
}
