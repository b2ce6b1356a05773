import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that are currently mapped. Other programs can change them or make them shorter, and bytes of remote files
/// may be missing: then the bytes that are read are not those of the file.
public enum MappedFiles {
  private struct File {
    var path: String
    var version: FileVersion
  }

  private struct State {
    var files: [Int32: File] = [:]
    var problems: [String: String] = [:]

    mutating func check(_ descriptor: Int32) {
      guard let file = files[descriptor], let change = file.version.change(of: descriptor) else {
        return
      }
      problems[file.path] = change
    }
  }

  private static let state = Mutex(State())

  /// The reasons why bytes of mapped files could not be read, in the order of their paths. Each is returned once.
  public static func takeProblems() -> [(path: String, problem: String)] {
    state.withLock { state in
      for descriptor in state.files.keys { state.check(descriptor) }
      defer { state.problems = [:] }
      return state.problems.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// The reason why bytes of a file could not be read; nil if there is none. It stays for ``takeProblems()``.
  package static func problem(of path: String) -> String? {
    state.withLock { state in
      for (descriptor, file) in state.files where file.path == path { state.check(descriptor) }
      return state.problems[path]
    }
  }

  /// Whether an open file is mapped as the file of a path; nil if no file is.
  package static func isMapped(_ descriptor: Int32, as path: String) -> Bool? {
    state.withLock { state in
      let mapped = state.files.filter { $0.value.path == path }.keys
      return mapped.isEmpty ? nil : mapped.contains { isSameFile($0, descriptor) }
    }
  }

  private static func isSameFile(_ a: Int32, _ b: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    // Both outlive the calls, which fill them.
    guard unsafe fstat(a, &first) == 0, unsafe fstat(b, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Adds a reason why bytes of a file could not be read.
  package static func note(_ problem: String, of path: String) {
    state.withLock { $0.problems[path] = problem }
  }

  static func add(_ descriptor: Int32, _ path: String, _ version: FileVersion) {
    state.withLock { $0.files[descriptor] = File(path: path, version: version) }
  }

  static func remove(_ descriptor: Int32) {
    state.withLock { state in
      state.check(descriptor)
      state.files[descriptor] = nil
    }
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

  /// What another program has done to an open file since then, as a part of a sentence about the file. Nil if it did
  /// nothing, if bytes were added at the end, or if the system cannot tell.
  func change(of descriptor: Int32) -> String? {
    var status = stat()
    // `status` outlives the call, which fills it.
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    let now = FileVersion(status)
    if now.size < size { return "became shorter while it was read" }
    let isSameTime = (now.seconds, now.nanoseconds) == (seconds, nanoseconds)
    return now.size > size || isSameTime
      ? nil : "was changed by another program while it was read"
  }
}
