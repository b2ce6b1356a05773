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

  /// When the file was last read and changed, and when it was made.
  func times() throws(SystemError) -> FileTimes {
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check("file times") { unsafe fstat(descriptor, &status) }
    #if canImport(Darwin)
      return FileTimes(
        access: status.st_atimespec, modification: status.st_mtimespec,
        birth: status.st_birthtimespec)
    #else
      return FileTimes(access: status.st_atim, modification: status.st_mtim)
    #endif
  }
}

struct FileTimes: Sendable {
  var access: timespec
  var modification: timespec
  /// When the file was made, where the system lets that be set: Linux does not.
  var birth: timespec?

  /// Gives these times to an open file.
  func set(_ descriptor: Int32, _ path: String) throws(SystemError) {
    let both = [access, modification]
    // The array has the two elements that `futimens` reads.
    try SystemError.check(path) { unsafe futimens(descriptor, both) }
    #if canImport(Darwin)
      guard var birth else { return }
      var attributes = attrlist()
      attributes.bitmapcount = UInt16(ATTR_BIT_MAP_COUNT)
      attributes.commonattr = attrgroup_t(ATTR_CMN_CRTIME)
      let size = MemoryLayout<timespec>.size
      // Both outlive the call, which reads `size` bytes of the second. A file system without such a
      // time refuses, and the file is none the worse.
      _ = unsafe fsetattrlist(descriptor, &attributes, &birth, size, 0)
    #endif
  }
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
