import CWorker
import CodecJob
import Synchronization
import SystemAccess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The worker's program, which waits to be asked, and becomes a process of its own for each job. It ends
/// when nobody has this object any more.
final class WorkerServer: Sendable {
  private let process: pid_t
  private let control: Int32
  private let ended = Mutex(WorkerEnding?.none)

  init(_ program: String) throws(SystemError) {
    let sockets = try SocketPair()
    // What the program says to nobody is said to the person at the terminal.
    process = try WorkerServer.start(program, ["--serve"], [sockets.other.descriptor, 2, 2])
    control = sockets.closingOther().released()
  }

  /// Asks for a process that does a task. If the program has gone, nobody answers.
  ///
  /// - Parameter descriptors: where it says how the process ended, what that gets as 0 and 1, and as 3,
  ///   4, ...
  func ask(_ request: boxwalk_worker_request, _ descriptors: [Int32]) {
    // The array lives during the call.
    _ = unsafe descriptors.withUnsafeBufferPointer {
      unsafe boxwalk_worker_ask(control, request, $0.baseAddress, Int32($0.count))
    }
  }

  /// How the program ended, which is on its way to that, or ends as nobody asks it any more; it is killed
  /// if it does not do so in time.
  func ending(until deadline: Deadline) -> WorkerEnding {
    shutdown(control, Int32(SHUT_RDWR))
    while true {
      if let ending = checkEnd() { return ending }
      if deadline.isOver { break }
      usleep(2000)
    }
    kill(process, SIGKILL)
    return .timedOut
  }

  /// Nil if it has not ended.
  private func checkEnd() -> WorkerEnding? {
    ended.withLock { ended in
      var status: Int32 = 0
      guard ended == nil else { return ended }
      // `status` outlives the call, which fills it. A process is waited for once.
      switch unsafe waitpid(process, &status, WNOHANG) {
      case process: ended = WorkerEnding(status: status)
      // The program that uses us waits for all its processes, or for none: its number may be that of
      // another process by now.
      case -1 where errno == ECHILD: ended = .exited(0)
      default: break
      }
      return ended
    }
  }

  deinit {
    // It ends by itself, and so what it took is counted; but nobody waits for ever.
    shutdown(control, Int32(SHUT_WR))
    var end = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    // The structure lives during the call.
    _ = unsafe poll(&end, 1, WorkerServer.patience)
    close(control)
    guard checkEnd() == nil else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    // `status` outlives the call, which fills it.
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// How long a program waits that has nothing more to do, in milliseconds.
  private static let patience: Int32 = 1000
}

/// How a process ended.
package enum WorkerEnding: Equatable {
  case exited(Int32)
  /// It ended by a signal: it crashed, or was stopped.
  case killed(signal: Int32)
  /// It was stopped, as it took too long.
  case timedOut

  /// Whether the process ended by a fault of its own, as one does that is attacked: not by a limit, nor
  /// from outside.
  var isCrash: Bool {
    guard case .killed(let signal) = self else { return false }
    return ![SIGXCPU, SIGXFSZ, SIGKILL, SIGTERM].contains(signal)
  }

  /// As the program says it, in four bytes; nil if it had no time for that.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 else { return nil }
    let status = bytes.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    self.init(status: Int32(bitPattern: status))
  }

  /// - Parameter status: as `waitpid` says it. The macros of <sys/wait.h> are not imported.
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
  }
}
