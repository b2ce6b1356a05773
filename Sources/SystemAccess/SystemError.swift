#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A call to the system that failed.
package struct SystemError: Error, CustomStringConvertible {
  package var what: String
  package var code: Int32

  package init(what: String, code: Int32) {
    self.what = what
    self.code = code
  }

  package var description: String { "\(what): \(SystemError.words(code))" }

  /// What an `errno` means. `strerror` answers with a string that lives as long as the process.
  package static func words(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  /// The result of `call`, unless it is -1.
  @discardableResult
  package static func check(_ what: String, _ call: () -> Int32) throws(SystemError) -> Int32 {
    let result = call()
    guard result >= 0 else { throw SystemError(what: what, code: errno) }
    return result
  }
}
