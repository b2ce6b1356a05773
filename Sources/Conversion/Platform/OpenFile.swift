#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file descriptor, closed when it goes out of scope.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  static func reading(_ path: String) throws(SystemError) -> OpenFile {
    // Variadic C functions count as unsafe; the arguments are what `open` asks for.
    try OpenFile(owning: SystemError.check(path) { unsafe open(path, O_RDONLY | O_CLOEXEC) })
  }

  /// When the file was last read and changed.
  func times() throws(SystemError) -> FileTimes {
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check("file times") { unsafe fstat(descriptor, &status) }
    #if canImport(Darwin)
      return FileTimes(access: status.st_atimespec, modification: status.st_mtimespec)
    #else
      return FileTimes(access: status.st_atim, modification: status.st_mtim)
    #endif
  }
}

struct FileTimes: Sendable {
  var access: timespec
  var modification: timespec
}

/// A call to the system that failed.
struct SystemError: Error, CustomStringConvertible {
  var what: String
  var code: Int32

  // `strerror` answers with a string that lives as long as the process.
  var description: String { "\(what): \(unsafe String(cString: strerror(code)))" }

  /// The result of `call`, unless it is -1.
  @discardableResult
  static func check(_ what: String, _ call: () -> Int32) throws(SystemError) -> Int32 {
    let result = call()
    guard result >= 0 else { throw SystemError(what: what, code: errno) }
    return result
  }
}

/// What stands at a path.
public enum PathKind: Sendable {
  case nothing, folder, file

  public init(_ path: String) {
    var status = stat()
    // `status` outlives the call, which fills it.
    guard unsafe stat(path, &status) == 0 else {
      self = .nothing
      return
    }
    self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}

/// Whether two paths lead to one file.
func isSameFile(_ a: String, _ b: String) -> Bool {
  var (first, second) = (stat(), stat())
  // Both outlive the calls, which fill them.
  guard unsafe stat(a, &first) == 0, unsafe stat(b, &second) == 0 else { return false }
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino
}
