import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that are currently mapped. Other programs can make them shorter, and bytes of remote files may be
/// missing: then the bytes that are read are not those of the file.
public enum MappedFiles {
  private struct File {
    var path: String
    var count: Int
  }

  private struct State {
    var files: [Int32: File] = [:]
    var problems: [String: String] = [:]

    mutating func check(_ descriptor: Int32) {
      guard let file = files[descriptor], isShorter(descriptor, than: file.count) else { return }
      problems[file.path] = MappedFiles.shortened
    }
  }

  private static let state = Mutex(State())

  static let shortened = "became shorter while it was read"

  /// The reasons why bytes of mapped files could not be read, in the order of their paths. Each is returned once.
  public static func takeProblems() -> [(path: String, problem: String)] {
    state.withLock { state in
      for descriptor in state.files.keys { state.check(descriptor) }
      defer { state.problems = [:] }
      return state.problems.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// Adds a reason why bytes of a file could not be read.
  package static func note(_ problem: String, of path: String) {
    state.withLock { $0.problems[path] = problem }
  }

  static func add(_ descriptor: Int32, _ path: String, count: Int) {
    state.withLock { $0.files[descriptor] = File(path: path, count: count) }
  }

  static func remove(_ descriptor: Int32) {
    state.withLock { state in
      state.check(descriptor)
      state.files[descriptor] = nil
    }
  }

  /// Whether an open file now has fewer bytes than `count`. False if the system cannot tell.
  static func isShorter(_ descriptor: Int32, than count: Int) -> Bool {
    var status = stat()
    // `status` outlives the call, which fills it.
    return unsafe fstat(descriptor, &status) == 0 && Int(status.st_size) < count
  }
}
