import FieldCoding
import Platform

extension BytePath {
  /// Moves a file to a path on another file system, unless something exists there.
  ///
  /// It is copied to a file without a name, with its times and attributes. The copy is flushed to the disk, compared,
  /// and named. When its name is on the disk, too, the original is removed. If the program is interrupted, the original
  /// is complete.
  package func moveAcross(to target: BytePath) throws(SystemError) {
    guard let text = String(validating: target.bytes, as: UTF8.self) else {
      throw SystemError(what: "\(target.description), a name that is not UTF-8", code: EINVAL)
    }
    guard let before = try status(), before.kind == .file else {
      throw SystemError(what: description, code: ENOENT)
    }
    let file = try reading()
    let output = try OutputFile(text)
    do {
      let source = try file.source(description)
      var written = ByteWriter()
      written.write(source.bytes)
      try output.write(written, of: source, in: file)
      // Some file systems have no owners, modes and attributes.
      if (try? output.takeAttributes(of: file)) == nil {
        try file.times().set(output.descriptor, text)
      }
      guard try output.source().bytes == source.bytes else {
        throw SystemError(what: "\(text), which is not what was copied", code: EIO)
      }
    } catch let error as SystemError {
      throw error
    } catch {
      throw SystemError(what: "\(error)", code: EIO)
    }
    try output.commit(replacing: false, of: [description])
    do throws(SystemError) {
      try target.folder.syncNames()
      guard try status() == before else {
        throw SystemError(what: "\(description), which changed while it was copied", code: EBUSY)
      }
      try removeFile()
    } catch {
      // Only one of the two may stay, and the original is known to be good. If it is unknown whether the original
      // exists, both stay.
      if (try? status()) != nil { try? target.removeFile() }
      throw error
    }
  }

  /// The file system of this path, and the number of free bytes on it for users other than root.
  package var fileSystem: (device: UInt64, free: UInt64)? {
    var path = bytes
    while true {
      let text = (path.isEmpty ? Array("/".utf8) : path).map { CChar(bitPattern: $0) } + [0]
      var (status, space) = (stat(), statvfs())
      // All of them are valid during the calls.
      if unsafe stat(text, &status) == 0, unsafe statvfs(text, &space) == 0 {
        let free = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
        return (UInt64(status.st_dev), free.overflow ? .max : free.partialValue)
      }
      guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      path = Array(path[..<slash])
    }
  }

  /// The path up to its last slash.
  package var folder: BytePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return BytePath(Array(".".utf8))
    }
    return BytePath(Array(bytes[...slash]))
  }

  /// Writes the names in a folder to the disk.
  package func syncNames() throws(SystemError) {
    let path = bytes + [0]
    // The array lives during the call, and ends with a zero.
    let descriptor = unsafe open(
      path.map { CChar(bitPattern: $0) }, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder such as /home may be entered, and not be read: everything is synced.
    if descriptor < 0, errno == EACCES { return sync() }
    let folder = OpenFile(owning: try SystemError.check(description) { descriptor })
    guard fsync(folder.descriptor) != 0 else { return }
    // If folders cannot be synced by themselves, everything is synced.
    guard errno == EINVAL || errno == ENOTSUP || errno == EBADF else {
      throw SystemError(what: description, code: errno)
    }
    sync()
  }
}
