#if canImport(Testing)
  import Dispatch
  public import Testing

  /// A suite that mostly waits: for servers, for time to pass, for files to appear.
  ///
  /// Tests run on as many threads as the machine has cores, and a test that waits for a program keeps its thread. Such
  /// a suite has other threads, so that the cores go on with other tests.
  public struct Waiting: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
      for test: Test, testCase: Test.Case?,
      performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
      try await withTaskExecutorPreference(ThreadsForWaiting.shared) { try await body() }
    }
  }

  extension Trait where Self == Waiting {
    /// The suite or test mostly waits.
    public static var waits: Waiting { Waiting() }
  }

  private final class ThreadsForWaiting: TaskExecutor {
    static let shared = ThreadsForWaiting()
    private let queue = DispatchQueue(label: "tests that wait", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif
