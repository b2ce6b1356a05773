import FieldCoding

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears under its name when it is complete, or not at all.
///
/// It is written under a temporary name in the same folder, and goes away unless it is committed.
struct OutputFile: ~Copyable {
  let path: String
  /// Its name until it is complete.
  let temporaryPath: String
  let descriptor: Int32

  init(_ path: String) throws(SystemError) {
    self.path = path
    let (folder, name) = split(path)
    // Names are short enough for every file system, and hidden.
    var generator = SystemRandomNumberGenerator()
    let suffix = String(generator.next() as UInt64, radix: 36)
    temporaryPath = "\(folder)/.\(name.prefix(40)).\(suffix).boxwalk"
    let temporaryPath = temporaryPath
    descriptor = try SystemError.check(path) {
      // Variadic C functions count as unsafe; the arguments are what `open` asks for.
      unsafe open(temporaryPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    }
  }

  deinit {
    close(descriptor)
    // A string passed to C lives during the call.
    unsafe unlink(temporaryPath)
  }

  func write(_ bytes: Bytes) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withContiguousStorageIfAvailable { part in
        // The pointer is good during the call.
        unsafe systemWrite(descriptor, UnsafeRawBufferPointer(part))
      }
      if written == -1, errno == EINTR { continue }
      guard let written, written > 0 else { throw SystemError(what: path, code: errno) }
      rest = rest.dropFirst(written)
    }
  }

  /// Sets the times, makes sure that the bytes are on the disk, and gives the file its name.
  ///
  /// - Parameter replacing: whether a file of that name may go; otherwise that is an error.
  func commit(times: FileTimes?, replacing: Bool) throws(SystemError) {
    let (descriptor, path, temporaryPath) = (descriptor, path, temporaryPath)
    try times?.set(descriptor, path)
    try SystemError.check(path) { fsync(descriptor) }
    if replacing {
      try SystemError.check(path) { unsafe rename(temporaryPath, path) }
    } else {
      // Unlike renaming, linking never replaces a file. The temporary name goes in `deinit`.
      try SystemError.check(path) { unsafe link(temporaryPath, path) }
    }
  }
}

/// The folder of a path, and the name in it.
func split(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return (".", path) }
  let folder = path[..<slash]
  return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
}

/// `write(2)`, whose name is ours too.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  // The buffer is the caller's, and as long as it says.
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
