import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that are mapped at the moment. Others can make them shorter: what is read from there on
/// is then not what the file had.
public enum MappedFiles {
  private struct File {
    var path: String
    var count: Int
  }

  private struct State {
    var files: [Int32: File] = [:]
    var shortened: Set<String> = []

    mutating func check(_ descriptor: Int32) {
      guard let file = files[descriptor], isShorter(descriptor, than: file.count) else { return }
      shortened.insert(file.path)
    }
  }

  private static let state = Mutex(State())

  /// The paths of the files that became shorter while they were mapped, in order. Each is told once.
  public static func takeShortened() -> [String] {
    state.withLock { state in
      for descriptor in state.files.keys { state.check(descriptor) }
      defer { state.shortened = [] }
      return state.shortened.sorted()
    }
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

  /// Whether an open file has fewer bytes than `count` by now. False where the system does not tell.
  static func isShorter(_ descriptor: Int32, than count: Int) -> Bool {
    var status = stat()
    // `status` outlives the call, which fills it.
    return unsafe fstat(descriptor, &status) == 0 && Int(status.st_size) < count
  }
}
