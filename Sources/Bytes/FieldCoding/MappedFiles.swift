import CSystem
import Platform
import Synchronization

/// The files that are currently mapped. Other programs can change them or make them shorter, the disk may not read them,
/// and bytes of remote files may be missing: then the bytes that are read are not those of the file.
public enum MappedFiles {
  private struct State {
    var files: [ObjectIdentifier: MappedFile] = [:]
    var problems: [String: String] = [:]

    mutating func check(_ file: MappedFile) {
      if let problem = file.problem { problems[file.path] = problem }
    }
  }

  private static let state = Mutex(State())

  /// The reasons why bytes of mapped files could not be read, in the order of their paths. Each is returned once.
  public static func takeProblems() -> [(path: String, problem: String)] {
    state.withLock { state in
      for file in state.files.values { state.check(file) }
      defer { state.problems = [:] }
      return state.problems.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// The reason why bytes of a file could not be read; nil if there is none. It stays for ``takeProblems()``.
  package static func problem(of path: String) -> String? { unreadable(of: [path])?.problem }

  /// The first file whose bytes could not be read: of some paths, or of all files that are open or whose problem has not
  /// been taken. Nil if there is none.
  package static func unreadable(of paths: [String]?) -> (path: String, problem: String)? {
    state.withLock { state in
      for file in state.files.values where paths?.contains(file.path) ?? true { state.check(file) }
      let found = state.problems.filter { paths?.contains($0.key) ?? true }
      return found.min { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// Whether an open file is mapped as the file of a path; nil if no file is.
  package static func isMapped(_ descriptor: Int32, as path: String) -> Bool? {
    state.withLock { state in
      let mapped = state.files.values.filter { $0.path == path }
      return mapped.isEmpty ? nil : mapped.contains { $0.isSame(as: descriptor) }
    }
  }

  /// Adds a reason why bytes of a file could not be read.
  package static func note(_ problem: String, of path: String) {
    state.withLock { $0.problems[path] = problem }
  }

  static func add(_ file: MappedFile) { state.withLock { $0.files[ObjectIdentifier(file)] = file } }

  fileprivate static func remove(_ file: MappedFile) {
    state.withLock { state in
      if state.files.removeValue(forKey: ObjectIdentifier(file)) != nil { state.check(file) }
    }
  }
}

/// A file that is mapped into memory.
///
/// `@unchecked Sendable`: what ``pages`` points to changes by atomic operations only, and lives until ``end()``.
@safe final class MappedFile: @unchecked Sendable {
  let path: String
  /// What the handler of signals writes to.
  private let pages: OpaquePointer
  /// The file stays open, so that its current length can be read; nil if too many files are open, or if nobody else
  /// changes it.
  private let descriptor: Int32?
  private let version: FileVersion

  /// Nil if there is not enough memory.
  ///
  /// - Parameter descriptor: the file, if other programs may change it.
  init?(
    _ memory: UnsafeRawBufferPointer, path: String, watching descriptor: Int32?,
    _ version: FileVersion
  ) {
    // The memory was mapped, and stays so until `end`.
    guard let pages = unsafe system_mapping_add(memory.baseAddress, memory.count) else {
      return nil
    }
    unsafe self.pages = pages
    self.path = path
    self.version = version
    let copy = descriptor.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? -1
    self.descriptor = copy < 0 ? nil : copy
  }

  /// Ends the use of a mapping, which is unmapped after that.
  func end() {
    MappedFiles.remove(self)
    if let descriptor { close(descriptor) }
    unsafe system_mapping_remove(pages)
  }

  func noteUnreadable(at offset: Int) { unsafe system_mapping_note(pages, Int64(offset)) }

  /// Why the bytes that were read are not all those of the file; see ``ByteSource/problem``.
  var problem: String? {
    let change = descriptor.flatMap { version.change(of: $0) }
    let offset = unsafe system_mapping_unreadable(pages)
    guard offset >= 0, change != FileVersion.shorter else { return change }
    var byte: UInt8 = 0
    // The byte outlives the call, which fills it.
    let isError = descriptor.map { unsafe pread($0, &byte, 1, off_t(offset)) < 0 } ?? false
    return "cannot be read at byte \(offset): \(systemErrorText(isError ? errno : EIO))"
  }

  func isSame(as other: Int32) -> Bool {
    guard let descriptor else { return false }
    var (first, second) = (stat(), stat())
    // Both outlive the calls, which fill them.
    guard unsafe fstat(descriptor, &first) == 0, unsafe fstat(other, &second) == 0 else {
      return false
    }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

/// The size of a file, and the time of its last change, when it was mapped.
struct FileVersion: Sendable {
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }

  static let shorter = "became shorter while it was read"

  /// What another program has done to an open file since then, as a part of a sentence about the file. Nil if it did
  /// nothing, or if bytes were added at the end.
  func change(of descriptor: Int32) -> String? {
    var status = stat()
    // `status` outlives the call, which fills it.
    guard uninterrupted({ unsafe fstat(descriptor, &status) }) == 0 else {
      // Some file systems know nothing of a file that has no name any more.
      if errno == ENOENT { return nil }
      return "cannot be examined: \(systemErrorText(errno))"
    }
    let now = FileVersion(status)
    if now.size < size { return FileVersion.shorter }
    let isSameTime = (now.seconds, now.nanoseconds) == (seconds, nanoseconds)
    return now.size > size || isSameTime
      ? nil : "was changed by another program while it was read"
  }
}
