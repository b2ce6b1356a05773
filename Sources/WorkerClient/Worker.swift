package import CodecJob
import Synchronization
package import SystemAccess

/// The program that decodes and encodes, `boxwalk-codec`.
///
/// It is started with the first job, and stays as long as this object: it opens its libraries once. Each
/// job is done by a process of its own, which is shut in before it looks at the first coded byte, so
/// that a picture which ends it or takes it over does so for itself alone.
public final class Worker: Sendable {
  /// The path of `boxwalk-codec`.
  public let program: String
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var server: WorkerServer?
    /// How many were started.
    var count = 0
    /// How the last that has gone ended.
    var ending = WorkerEnding.exited(0)
  }

  /// A worker of this program, which is started when there is something to do.
  public init(_ program: String) { self.program = program }

  /// Starts the program, if it does not wait already; it gets ready while others do something else.
  public func start() {
    // Why it cannot be started is said by whoever needs it.
    try? state.withLock { (state) throws(SystemError) in try start(&state) }
  }

  /// Has a task done.
  ///
  /// - Parameters:
  ///   - descriptors: what the process sees as descriptors 3, 4, ...
  ///   - timeLimit: in seconds.
  package func run(
    _ task: WorkerTask, _ input: [UInt8] = [], _ descriptors: [Int32] = [],
    libraries: WorkerLibraries = [], answerLimit: Int = 1 << 20, timeLimit: Double = 600
  ) throws(SystemError) -> (answer: [UInt8], ending: WorkerEnding) {
    let end = ContinuousClock.now.advanced(by: .seconds(timeLimit))
    var ending = WorkerEnding.timedOut
    // If the program itself has gone, that was not this job, and another is started.
    for _ in 0..<2 {
      let sockets = try SocketPair()
      let number = try ask(task, libraries, [sockets.other.descriptor] + descriptors)
      let socket = sockets.closingOther()
      socket.writeAll(input, until: end)
      guard let reply = socket.readAll(limit: answerLimit, until: end) else {
        return ([], .timedOut)
      }
      guard reply.count < answerLimit else { return ([], .exited(70)) }
      // How the process ended follows its answer.
      if let ending = WorkerEnding(after: reply) {
        return (reply.dropLast(WorkerEnding.byteCount), ending)
      }
      ending = self.ending(of: number)
      // The process has gone with the program; the next one does not continue what it wrote.
      for descriptor in descriptors { OpenFile.startOver(descriptor) }
    }
    return ([], ending)
  }

  private func start(_ state: inout State) throws(SystemError) {
    guard state.server == nil else { return }
    state.count += 1
    state.server = try WorkerServer(program, number: state.count)
  }

  /// - Returns: the number of the program that was asked. One that has gone shows in its answer.
  private func ask(
    _ task: WorkerTask, _ libraries: WorkerLibraries, _ descriptors: [Int32]
  ) throws(SystemError) -> Int {
    try state.withLock { (state) throws(SystemError) in
      try start(&state)
      state.server?.ask(task, libraries, descriptors)
      return state.count
    }
  }

  /// How a program ended that is not needed any more.
  private func ending(of number: Int) -> WorkerEnding {
    state.withLock { state in
      if state.server?.number == number, let server = state.server.take() {
        state.ending = server.ending()
      }
      return state.ending
    }
  }
}
