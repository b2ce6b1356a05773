import ArgumentParser
import Dispatch
import FieldCoding
import Files
import ISOBMFF
import Service
import Synchronization
import Text
import WorkerClient

/// `boxwalk serve`
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answers requests of another program: inspect, verify, thumbnail, convert, pair.",
    discussion: """
      Requests are lines of JSON on standard input, and answers are lines of JSON on standard \
      output, each as soon as it is ready (JSON-RPC 2.0). So a photo server starts a single \
      process, which keeps its libraries open. The methods are version, inspect, metadata, verify, \
      thumbnail, convert, pair and cancel; Documentation/serve.md describes them. The program ends \
      when standard input has ended and all requests are answered.

      EXAMPLES
        boxwalk serve --root /photos --jobs 4
        echo '{"jsonrpc":"2.0","id":1,"method":"version"}' | boxwalk serve

      EXIT CODES
        0  all requests were answered, also those with an error
        2  standard input, or the folder of --root, cannot be read
      """)

  @Option(help: "How many requests to work on at once; by default one for each core.")
  var jobs: Int?

  @Option(help: "How many requests may wait or be worked on; more are refused.")
  var most = 1000

  @Option(
    help: "The memory that conversions may use together, such as 512M or 4G; by default half.")
  var memory: MemorySize?

  @Option(help: "The most seconds for decoding an image; requests can ask for fewer.")
  var timeLimit: Double?

  @Option(help: "The most bytes of an answer, such as 64M.")
  var mostAnswer: MemorySize?

  @Option(help: "Read and write only files below this folder.", completion: .directory)
  var root: String?

  @Flag(help: "Also allow requests for files at http and https URLs.")
  var allowAddresses = false

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  @OptionGroup var sandbox: SandboxOptions

  @Option(help: "Raise a limit that protects against hostile files: depth=N, elements=N.")
  var limit: [LimitOption] = []

  init() {}

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs has to be 1 to 1024.") }
    if limit.contains(where: { $0.name == .input }) {
      throw ValidationError("--limit of serve has depth and elements: a request names its files.")
    }
    if most < 1 { throw ValidationError("--most has to be at least 1.") }
    if let timeLimit, !(timeLimit > 0 && timeLimit < 1e6) {
      throw ValidationError("--time-limit has to be a number of seconds.")
    }
  }

  func run() throws {
    let console = Console()
    guard let program = WorkerProgram.path else {
      console.message(
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together")
      throw ExitCode(ExitStatus.fault.rawValue)
    }
    let jobs = jobs ?? Threads.coreCount
    let worker = sandbox.worker(program)
    worker.start()
    let paths = try root.map { (folder) throws(SystemError) in try ServicePaths(below: folder) }
    let methods = ServiceMethods(
      worker, jobs: jobs, memory: memory?.byteCount, timeLimit: timeLimit,
      answerLimit: Int(clamping: mostAnswer?.byteCount ?? 64 << 20), paths ?? ServicePaths(),
      DecodeLimits(limit), urls: allowAddresses ? RemoteInputs.urls : nil)
    let service = ServeCommandRun(ServeCommandRun.Options(jobs: jobs, most: most, methods: methods))
    try service.run(0)
  }
}

/// Answers requests, several at a time, until there are no more.
final class ServeCommandRun: Sendable {
  /// The limits of a service.
  struct Options: Sendable {
    /// The number of requests that are worked on at once.
    var jobs: Int
    /// The most requests that wait or are worked on.
    var most: Int
    /// The most bytes of a request.
    var requestLimit = 1 << 20
    var methods: ServiceMethods
  }

  private let options: Options
  private let state = Mutex(State())
  /// Counts the requests that wait, and at the end the threads that stop.
  private let waiting = DispatchSemaphore(value: 0)
  /// Only one thread writes at a time, so that lines do not mix.
  private let output = Mutex(Console())

  private struct State {
    var requests: ArraySlice<ServiceRequest> = []
    /// The requests with an ID that wait or are worked on.
    var cancellations: [ServiceRequest.ID: Cancellation] = [:]
    var count = 0
  }

  init(_ options: Options) { self.options = options }

  /// Reads requests from an open file or pipe, and returns when all are answered.
  func run(_ descriptor: Int32) throws(SystemError) {
    let failure = Mutex(SystemError?.none)
    let isRun = Threads.run(options.jobs + 1, needsAnother: true) { index in
      guard index == 0 else { return work() }
      do throws(SystemError) { try read(descriptor) } catch { failure.withLock { $0 = error } }
      for _ in 0..<options.jobs { waiting.signal() }
    }
    guard isRun else { throw SystemError(what: "the system allows no more threads", code: 0) }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func read(_ descriptor: Int32) throws(SystemError) {
    var lines = RequestLines(descriptor, limit: options.requestLimit)
    while let line = try lines.next() {
      switch line {
      case .tooLong:
        answer(
          nil,
          ServiceError(.request, "a request has at most \(grouped(options.requestLimit)) bytes"))
      case .bytes(let line):
        guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
        do throws(ServiceError) { take(try ServiceRequest(line: line)) } catch {
          answer(nil, error)
        }
      }
    }
  }

  private func take(_ request: ServiceRequest) {
    if let refusal = request.refusal { return answer(request.id, refusal) }
    if request.method == "cancel" { return cancel(request) }
    let refusal = state.withLock { state -> ServiceError? in
      guard state.count < options.most else {
        return ServiceError(.busy, "\(options.most) requests are waiting already")
      }
      if let id = request.id {
        guard state.cancellations[id] == nil else {
          return ServiceError(.request, "a request with this id is being worked on")
        }
        state.cancellations[id] = Cancellation()
      }
      state.count += 1
      state.requests.append(request)
      return nil
    }
    if let refusal { return answer(request.id, refusal) }
    waiting.signal()
  }

  /// Cancels a request by its `id`. Nothing happens if it has been answered.
  private func cancel(_ request: ServiceRequest) {
    let id: ServiceRequest.ID? =
      switch request.params?["id"] {
      case .number(let number): Int(exactly: number).map { .number($0) }
      case .text(let text): .text(text)
      default: nil
      }
    guard let id else {
      return answer(request.id, ServiceError(.parameters, "id has to be the id of a request"))
    }
    let cancellation = state.withLock { $0.cancellations[id] }
    cancellation?.cancel()
    answer(request.id) { $0.bool(cancellation != nil) }
  }

  /// Handles requests one after the other, until the semaphore is signalled without a request.
  private func work() {
    while true {
      waiting.wait()
      let next = state.withLock { state in
        state.requests.popFirst().map { ($0, $0.id.flatMap { state.cancellations[$0] }) }
      }
      guard let (request, cancellation) = next else { return }
      perform(request, cancellation ?? Cancellation())
      state.withLock { state in
        state.count -= 1
        if let id = request.id { state.cancellations[id] = nil }
      }
    }
  }

  private func perform(_ request: ServiceRequest, _ cancellation: Cancellation) {
    do throws(ServiceError) {
      answer(
        request.id,
        try options.methods.answer(request.method, request.params ?? [:], cancellation).document)
    } catch {
      answer(request.id, error)
    }
  }

  // MARK: Answers

  private func answer(_ id: ServiceRequest.ID?, _ error: ServiceError) {
    write(id, answersUnknown: true, "error") { error.value.write(to: &$0) }
  }

  private func answer(_ id: ServiceRequest.ID?, _ result: (inout JSONWriter) -> Void) {
    write(id, answersUnknown: false, "result", result)
  }

  private func answer(_ id: ServiceRequest.ID?, _ document: ArraySlice<UInt8>) {
    write(id, answersUnknown: false, "result") { json in
      json.verbatim(String(decoding: document, as: UTF8.self), startsElement: true)
      json.endElement("")
    }
  }

  /// Writes an answer. A notification gets no answer; a request without a readable ID gets an error.
  private func write(
    _ id: ServiceRequest.ID?, answersUnknown: Bool, _ member: String,
    _ value: (inout JSONWriter) -> Void
  ) {
    guard id != nil || answersUnknown else { return }
    output.withLock { console in
      let output = console.output
      var json = JSONWriter(output)
      json.open(.object)
      json.key("jsonrpc")
      json.string("2.0")
      json.key("id")
      if let id { id.value.write(to: &json) } else { json.null() }
      json.key(member)
      value(&json)
      json.close(.object)
      output.line()
      output.flush()
    }
  }
}
