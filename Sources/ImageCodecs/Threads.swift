import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work that is done by several threads at once.
enum Threads {
  /// Calls `body` for 0, 1, ... below `count`, and returns when all are done.
  static func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard count > 1 else { return body(0) }
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }

  /// The cores that are there.
  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
