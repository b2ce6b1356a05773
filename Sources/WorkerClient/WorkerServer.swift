import CWorker
import CodecJob
import SystemAccess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The worker's program, which waits to be asked, and becomes a process of its own for each job. It ends
/// with its owner.
struct WorkerServer: ~Copyable {
  /// No other of the same owner has it.
  let number: Int
  private let process: pid_t
  private let control: Int32

  init(_ program: String, number: Int) throws(SystemError) {
    let sockets = try SocketPair()
    // What the program says to nobody is said to the person at the terminal.
    process = try WorkerServer.start(program, ["--serve"], [sockets.other.descriptor, 2, 2])
    control = sockets.closingOther().released()
    self.number = number
  }

  /// Asks for a process that does a task. If the program has gone, nobody answers.
  ///
  /// - Parameter descriptors: what it gets as 0 and 1, and as 3, 4, ...
  func ask(_ task: WorkerTask, _ libraries: WorkerLibraries, _ descriptors: [Int32]) {
    let request = boxwalk_worker_request(task: task.rawValue, libraries: libraries.rawValue)
    // The array lives during the call.
    _ = unsafe descriptors.withUnsafeBufferPointer {
      unsafe boxwalk_worker_ask(control, request, $0.baseAddress, Int32($0.count))
    }
  }

  /// How the program ended, which is on its way to that.
  consuming func ending() -> WorkerEnding {
    close(control)
    let ending = WorkerServer.wait(process)
    discard self
    return ending
  }

  deinit {
    // It ends by itself, and so what it took is counted; but nobody waits for ever.
    shutdown(control, Int32(SHUT_WR))
    var end = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    // The structure lives during the call.
    _ = unsafe poll(&end, 1, WorkerServer.patience)
    close(control)
    kill(process, SIGKILL)
    _ = WorkerServer.wait(process)
  }

  /// In milliseconds, for a program that has nothing more to do.
  private static let patience: Int32 = 1000

  private static func wait(_ process: pid_t) -> WorkerEnding {
    var status: Int32 = 0
    // `status` outlives the call, which fills it.
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return .killed(signal: SIGKILL) }
    }
    return WorkerEnding(status: status)
  }
}

/// How a process ended.
package enum WorkerEnding: Equatable {
  case exited(Int32)
  /// By a signal: it crashed, or was stopped.
  case killed(signal: Int32)
  /// It was stopped, as it took too long.
  case timedOut

  /// As the program says it after the answer of a process; nil if it had no time for that.
  init?(after answer: [UInt8]) {
    func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    let end = answer.suffix(WorkerEnding.byteCount)
    guard end.count == WorkerEnding.byteCount, number(end.prefix(4)) == BOXWALK_WORKER_MARK else {
      return nil
    }
    self.init(status: Int32(bitPattern: number(end.suffix(4))))
  }

  /// Of `boxwalk_worker_end`.
  static let byteCount = 8

  /// - Parameter status: as `waitpid` says it. The macros of <sys/wait.h> are not imported.
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
  }
}
