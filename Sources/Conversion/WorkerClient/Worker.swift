internal import CWorker
package import Files
import Platform
import Synchronization
public import WorkerProtocol

/// The program that decodes and encodes, `boxwalk-codec`.
///
/// It is started with the first job, and runs as long as this object exists, so that it loads its libraries only once.
/// Each job runs in a separate process, which enters the sandbox before it reads the first coded byte. So an image
/// that crashes the process, or takes control of it, cannot affect other jobs.
public final class Worker: Sendable {
  /// The path of `boxwalk-codec`.
  public let program: String
  /// Whether nothing is decoded where a part of the sandbox is missing.
  public let requiresSandbox: Bool
  private let shared: Shared
  private let cancellation: Cancellation?
  /// The clock for the stages of the work to which its jobs belong; nil for none.
  package let clock: StageClock?

  /// The common state of workers that differ by their cancellation or their clock.
  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  private struct State {
    var server: WorkerServer?
    var sandbox: SandboxReply?
  }

  /// A worker of this program, which is started when there is something to do.
  ///
  /// - Parameter requiresSandbox: whether nothing is decoded where a part of the sandbox is missing.
  public init(_ program: String, requiresSandbox: Bool = false) {
    self.program = program
    self.requiresSandbox = requiresSandbox
    shared = Shared()
    cancellation = nil
    clock = nil
  }

  private init(_ worker: Worker, _ cancellation: Cancellation?, _ clock: StageClock?) {
    program = worker.program
    requiresSandbox = worker.requiresSandbox
    shared = worker.shared
    self.cancellation = cancellation
    self.clock = clock
  }

  /// The same worker for jobs that end after a cancellation, as if their time were over.
  public func until(_ cancellation: Cancellation) -> Worker { Worker(self, cancellation, clock) }

  /// The same worker for jobs that are stages of a work; nil for jobs that no clock counts.
  package func timed(by clock: StageClock?) -> Worker { Worker(self, cancellation, clock) }

  /// Whether its jobs are to end.
  var isCancelled: Bool { cancellation?.isCancelled == true }

  /// Starts the program, if it does not wait already; it gets ready while others do something else.
  public func start() {
    // The next job reports why it cannot be started.
    _ = try? shared.state.withLock { (state) throws(SystemError) in try server(&state) }
  }

  /// What protected this computer from all jobs so far; nil before the first.
  public var sandbox: SandboxReply? { shared.state.withLock { $0.sandbox } }

  /// Notes what protected this computer from a job.
  func note(_ sandbox: SandboxReply) {
    func add(to common: inout SandboxReply?) { common = common?.common(with: sandbox) ?? sandbox }
    shared.state.withLock { add(to: &$0.sandbox) }
    Worker.ofAll.withLock { add(to: &$0) }
  }

  /// What protected this computer from all jobs of all workers of this program; nil before the first.
  package static var sandboxOfAll: SandboxReply? { ofAll.withLock { $0 } }
  private static let ofAll = Mutex<SandboxReply?>(nil)

  /// Does a task. When it returns, the process of the task has ended, or was killed.
  ///
  /// If the process, or the program that makes the processes, was killed or stopped by someone else or crashed, or the
  /// program is silent, the job may not be the reason: it is done once more.
  ///
  /// - Parameters:
  ///   - descriptors: the descriptors 3, 4, ... of the process. The first is only read.
  ///   - timeLimit: the time limit in seconds.
  ///   - isRepeatable: false if the job cannot be done once more with the same descriptors.
  ///   - whileWaiting: is called now and then until the process answers.
  package func run(
    _ task: WorkerTask, _ input: [UInt8] = [], _ descriptors: [Int32] = [],
    libraries: JobLibraries = [], answerLimit: Int = 1 << 20, timeLimit: Double = 600,
    isRepeatable: Bool = true, whileWaiting: () -> Void = {}
  ) throws(SystemError) -> WorkerOutcome {
    let request = boxwalk_worker_request(
      task: task.rawValue, libraries: libraries.rawValue,
      requires_sandbox: requiresSandbox ? 1 : 0)
    func attempt() throws(SystemError) -> WorkerOutcome {
      try run(
        request, input, descriptors, answerLimit, Deadline(in: .seconds(timeLimit), cancellation),
        whileWaiting)
    }
    let outcome = try attempt()
    guard outcome.isTransient, isRepeatable, !isCancelled else { return outcome }
    // The next process starts its output from the beginning.
    for descriptor in descriptors.dropFirst() { OpenFile.startOver(descriptor) }
    return try attempt()
  }

  private func run(
    _ request: boxwalk_worker_request, _ input: [UInt8], _ descriptors: [Int32],
    _ answerLimit: Int, _ deadline: Deadline, _ whileWaiting: () -> Void
  ) throws(SystemError) -> WorkerOutcome {
    let job = try SocketPair()
    let ending = try SocketPair()
    let server = try ask(request, [ending.other.descriptor, job.other.descriptor] + descriptors)
    let socket = job.closingOther()
    let ended = ending.closingOther()
    socket.writeAll(input, until: deadline) { server.checkEnd() }
    let answer = socket.readAll(limit: answerLimit, until: deadline) {
      server.checkEnd()
      whileWaiting()
    }
    let text =
      answer == nil
      ? nil : ended.readAll(limit: 5, until: deadline) { server.checkEnd() }
    guard let answer, let text else {
      // The program kills a process whose answer nobody wants any more, and reports its end.
      shutdown(socket.descriptor, Int32(SHUT_RDWR))
      let end = ended.readAll(limit: 5, until: Deadline(in: Worker.patience)) { server.checkEnd() }
      guard end == nil else { return WorkerOutcome() }
      retire(server)
      return WorkerOutcome(isTransient: server.end(until: Deadline(in: Worker.patience)))
    }
    guard answer.count < answerLimit else { return WorkerOutcome(ending: .exited(70)) }
    guard let ending = WorkerEnding(text) else {
      // The process has ended with the program.
      retire(server)
      return WorkerOutcome(ending: server.ending(until: deadline), isTransient: true)
    }
    if ending.isCrash { retire(server) }
    // Each task has an answer.
    let isLost = ending == .exited(0) && answer.isEmpty
    return WorkerOutcome(
      answer: answer, ending: ending, isTransient: ending.isTransient || isLost)
  }

  /// The time that the program has to report the end of a process that it was to kill. Then it counts as silent, and is
  /// killed itself.
  private static let patience = Duration.seconds(5)

  private func server(_ state: inout State) throws(SystemError) -> WorkerServer {
    if let server = state.server { return server }
    let server = try WorkerServer(program)
    state.server = server
    return server
  }

  /// - Returns: the server of the request. The answer shows if a program has ended.
  private func ask(
    _ request: boxwalk_worker_request, _ descriptors: [Int32]
  ) throws(SystemError) -> WorkerServer {
    try shared.state.withLock { (state) throws(SystemError) in
      let server = try server(&state)
      server.ask(request, descriptors)
      return server
    }
  }

  /// Sends no more requests to this program. It ends after its current jobs: all of its processes have the same layout
  /// of addresses, so an image could find out by crashes what the next one exploits.
  private func retire(_ server: WorkerServer) {
    shared.state.withLock { if $0.server === server { $0.server = nil } }
  }
}
