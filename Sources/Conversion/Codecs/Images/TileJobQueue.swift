import Dispatch
import Files
import Synchronization

/// Jobs for several threads, each with its own `Context`. A job may add further ones.
final class TileJobQueue<Context: ~Copyable>: Sendable {
  typealias Job = @Sendable (inout Context) throws(CodecError) -> Void

  private struct State {
    /// Jobs that complete work precede jobs that start more, so that little memory is needed.
    var urgent: [Job] = []
    var waiting: [Job] = []
    /// The number of jobs in ``waiting`` that were started.
    var begun = 0
    /// Jobs that were added and are not done.
    var unfinished = 0
    var failure: CodecError?
  }

  private let state = Mutex(State())
  /// Counts the waiting jobs; when the queue has ended, no thread waits.
  private let available = DispatchSemaphore(value: 0)

  /// Adds a job, which is begun after those that were added before. Once the work has begun, only
  /// jobs may add others.
  func add(_ job: @escaping Job) { add(job, isUrgent: false) }

  /// Adds a job that is begun before all that are not urgent.
  func addUrgently(_ job: @escaping Job) { add(job, isUrgent: true) }

  private func add(_ job: @escaping Job, isUrgent: Bool) {
    state.withLock {
      if isUrgent { $0.urgent.append(job) } else { $0.waiting.append(job) }
      $0.unfinished += 1
    }
    available.signal()
  }

  /// Does all jobs; returns when they are done, or when the first of them has failed and those that
  /// had begun are done.
  ///
  /// - Parameter makeContext: called by each thread, once.
  func run(
    threads: Int, _ makeContext: @Sendable () throws(CodecError) -> Context
  ) throws(CodecError) {
    guard state.withLock({ $0.unfinished }) > 0 else { return }
    Threads.run(threads) { _ in
      do throws(CodecError) {
        var context = try makeContext()
        while let job = next() {
          try job(&context)
          finish()
        }
      } catch {
        state.withLock { if $0.failure == nil { $0.failure = error } }
        available.signal()
      }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Waits for a job; nil if all is over.
  private func next() -> Job? {
    available.wait()
    let job = state.withLock { state -> Job? in
      guard state.failure == nil, state.unfinished > 0 else { return nil }
      if let job = state.urgent.popLast() { return job }
      guard state.begun < state.waiting.count else { return nil }
      defer { state.begun += 1 }
      return state.waiting[state.begun]
    }
    // A thread that ends wakes the next one, so that it ends, too.
    if job == nil { available.signal() }
    return job
  }

  private func finish() {
    let isLast = state.withLock { state in
      state.unfinished -= 1
      return state.unfinished == 0
    }
    if isLast { available.signal() }
  }
}
