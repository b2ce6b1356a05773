import Dispatch
import FieldCoding
import Files
import Service
import Synchronization
import Text
import WorkerClient

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
