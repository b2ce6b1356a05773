internal import CWorker
public import FieldCoding
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

extension Worker {
  /// Does one job; a failure throws its reason.
  ///
  /// - Parameters:
  ///   - descriptors: the worker's descriptors 3, 4, ...
  ///   - reads: the ranges of the first file that are read; nil if any may be.
  ///   - limits: the limits that the worker sets for itself.
  ///   - timeLimit: the time limit in seconds; a worker that waits uses no processor time.
  ///   - advice: what the user can do if the time limit is exceeded.
  ///   - answerLimit: the most bytes of an answer.
  ///   - isRepeatable: false if the job cannot be done once more with the same descriptors. An error then says whether
  ///     it is worth it: ``ConversionError/isTransient``.
  ///   - whileWaiting: is called now and then until the answer arrives.
  package func ask<Reply: WorkerReply>(
    _ task: WorkerTask, _ job: [UInt8], _ descriptors: [Int32], reads: [Range<Int>]? = nil,
    within limits: WorkerLimits, libraries: JobLibraries = [], timeLimit: Double? = nil,
    advice: String = "",
    answerLimit: Int = 1 << 20, isRepeatable: Bool = true, whileWaiting: () -> Void = {}
  ) throws(ConversionError) -> Reply {
    try Worker.fetch(reads, of: descriptors)
    let timeLimit = timeLimit ?? Double(limits.processorTime) * 4
    let outcome: WorkerOutcome
    do throws(SystemError) {
      outcome = try clock.during(task.stage) { () throws(SystemError) in
        try run(
          task, job, descriptors, libraries: libraries, answerLimit: answerLimit,
          timeLimit: timeLimit, isRepeatable: isRepeatable, whileWaiting: whileWaiting)
      }
    } catch {
      let isMissing = error.what == program && [0, ENOENT, EACCES, ENOEXEC].contains(error.code)
      throw ConversionError(
        isMissing ? .worker : .output, "the decoder could not be started: \(error)")
    }
    if var error = failure(of: outcome.ending, within: limits, timeLimit, advice) {
      error.isTransient = outcome.isTransient
      throw error
    }
    let answer = Bytes(outcome.answer)
    guard let reply = try? Reply(decoding: answer, budget: DecodeBudget(message: answer)) else {
      var error = ConversionError(.worker, "the decoder's answer cannot be read")
      error.isTransient = outcome.isTransient
      throw error
    }
    if requiresSandbox, !reply.sandbox.missing.isEmpty {
      // No fault of the worker: it does what it is told on this system.
      throw ConversionError(.input, reply.failure.message.string)
    }
    note(reply.sandbox)
    clock.moveToEncoding(.nanoseconds(Int64(clamping: reply.encodingTime)))
    guard reply.failure.isEmpty else {
      throw ConversionError(.init(reply.failure.cause), reply.failure.message.string)
    }
    return reply
  }

  /// Why a process was not done; nil if it was.
  private func failure(
    of ending: WorkerEnding, within limits: WorkerLimits, _ timeLimit: Double, _ advice: String
  ) -> ConversionError? {
    switch ending {
    case .timedOut where isCancelled: return ConversionError(.input, "was cancelled")
    case .timedOut:
      return ConversionError(.input, "was not decoded within \(timeLimit.inSeconds)\(advice)")
    case .killed(SIGXCPU):
      return ConversionError(
        .input,
        "needs more than \(limits.processorTime) seconds of processor time, which no real file does"
      )
    case .killed(SIGXFSZ):
      if let most = OutputFile.largestSize, most < limits.fileSize {
        return ConversionError(
          .output, "would become larger than the \(grouped(most)) bytes that ulimit -f allows")
      }
      return ConversionError(
        .input,
        "would become larger than \(grouped(limits.fileSize)) bytes, which no real photo does")
    case .killed(SIGKILL):
      return ConversionError(
        .input, "the decoder was stopped from outside; the memory may not be enough for it")
    case .killed(let signal):
      return ConversionError(.input, "the decoder crashed on it (signal \(signal))")
    case .exited(0): return nil
    case .exited(EX_OSERR):
      return ConversionError(.output, "the system has no process or thread for the decoder")
    case .exited(EX_IOERR):
      return ConversionError(.output, "the connection to the decoder failed")
    case .exited(let code):
      return ConversionError(.worker, "the decoder ended with code \(code)")
    }
  }

  /// Does a job that reads two files.
  package func ask<Reply: WorkerReply>(
    _ task: WorkerTask, _ job: some FieldCodable, reading first: String, _ second: String,
    within limits: WorkerLimits, libraries: JobLibraries
  ) throws(ConversionError) -> Reply {
    do {
      let first = try OpenFile.reading(first)
      let second = try OpenFile.reading(second)
      return try ask(
        task, job.encoded(), [first.descriptor, second.descriptor], within: limits,
        libraries: libraries)
    } catch let error as ConversionError {
      throw error
    } catch {
      throw ConversionError(.unreadable, "\(error)")
    }
  }
}

extension WorkerTask {
  /// The stage of most of its time. Tasks that encode report that time separately.
  fileprivate var stage: WorkStage {
    switch self {
    case .convert, .decode, .match, .survey, .transcode, .transcodeAudio, .frames, .audioLevels,
      .readContainer:
      .decoding
    case .loop, .writeContainer: .encoding
    case .compare, .check: .checking
    case .readNotes: .reading
    case .reportEngines, .reportSandbox: .waiting
    }
  }
}

extension Double {
  /// `1 second`, `0.5 seconds`
  fileprivate var inSeconds: String {
    self == rounded() ? counted(Int(self), "second") : "\(self) seconds"
  }
}

extension Worker {
  /// Fetches the bytes that a process of the worker will read, because that process has no network.
  ///
  /// - Parameters:
  ///   - ranges: the bytes that it reads of the first file; nil for all of it. It may read all of the others.
  ///   - descriptors: the descriptors of files. Any of them may be a remote file.
  static func fetch(
    _ ranges: [Range<Int>]?, of descriptors: [Int32]
  ) throws(ConversionError) {
    for (index, descriptor) in descriptors.enumerated() {
      let supply: (any ByteSupply)?
      do throws(ByteSourceError) { supply = try SuppliedFiles.supply(of: descriptor) } catch {
        throw ConversionError(.input, error.reason.text)
      }
      guard let cache = supply as? RangeCache else { continue }
      cache.fetch(index == 0 ? ranges ?? [0..<cache.count] : [0..<cache.count])
      if let problem = cache.problem { throw ConversionError(.input, problem) }
    }
  }
}

extension CodedSample {
  /// The bytes of the file that it has.
  package var range: Range<Int> {
    let start = Int(clamping: offset)
    return start..<start + min(Int(byteCount), .max - start)
  }
}

extension Worker {
  /// The values in the maker note of a camera; nil if no reader supports it.
  ///
  /// - Parameter tiff: a TIFF structure with the note in it.
  /// - Throws: ``ConversionError`` if the reader fails.
  public func notes(in tiff: Bytes) throws(ConversionError) -> [NotesReply.Value]? {
    guard tiff.count <= NotesJob.longestTIFF else { return nil }
    var job = NotesJob()
    job.tiff = tiff
    let input: [UInt8]
    do { input = try job.encoded() } catch { return nil }
    let reply: NotesReply = try ask(
      .readNotes, input, [], within: job.limits, answerLimit: NotesJob.longestAnswer)
    return reply.hasModule ? reply.values : nil
  }
}

/// The path of `boxwalk-codec`.
package enum WorkerProgram {
  /// The path in the folder of a program or library, or in `libexec/boxwalk` in that folder or in the one above
  /// it; `BOXWALK_CODEC` overrides it.
  ///
  /// - Parameter file: the path of the program or library, which may be a link; nil if it is not known.
  package static func path(beside file: String?) -> String? {
    if let path = Environment["BOXWALK_CODEC"] { return path }
    guard let file else { return nil }
    // Homebrew's paths are links to the installed files.
    let real = (try? pathWithoutLinks(file)) ?? file
    guard let slash = real.lastIndex(of: "/") else { return nil }
    let folder = real[..<slash]
    return ["", "../libexec/boxwalk/", "../../libexec/boxwalk/"].map {
      "\(folder)/\($0)boxwalk-codec"
    }.first { unsafe access($0, X_OK) == 0 }
  }
}
