import Synchronization

/// Measures the time of each stage of the work on one file. At each moment there is one stage, so the sum of the times
/// of all stages is the time of the work. One thread at a time changes the stage.
package final class StageClock: Sendable {
  private struct State {
    var stage = WorkStage.reading
    var since = ContinuousClock.now
    var times = StageTimes()

    /// Adds the time up to now to the current stage, and starts another one.
    mutating func go(on next: WorkStage) {
      let now = ContinuousClock.now
      times[stage] += now - since
      (stage, since) = (next, now)
    }
  }
  private let state = Mutex(State())

  /// A clock that begins now, with reading.
  package init() {}

  /// The time of each stage up to now.
  package var times: StageTimes {
    state.withLock { state in
      state.go(on: state.stage)
      return state.times
    }
  }

  /// Starts a stage inside another one, which continues later. All work for a check is part of it.
  ///
  /// - Returns: the stage that continues later.
  fileprivate func begin(_ stage: WorkStage) -> WorkStage {
    state.withLock { state in
      let outer = state.stage
      if outer != .checking { state.go(on: stage) }
      return outer
    }
  }

  fileprivate func goBack(to stage: WorkStage) { state.withLock { $0.go(on: stage) } }

  /// Counts a part of the decoding time as encoding, because the worker does both at the same time.
  fileprivate func moveToEncoding(_ time: Duration) {
    state.withLock { state in
      guard state.stage != .checking else { return }
      let part = min(max(time, .zero), state.times[.decoding])
      state.times[.decoding] -= part
      state.times[.encoding] += part
    }
  }
}

extension StageClock? {
  /// Counts the time of `body` for a stage, without the time of other stages in it. Without a clock, only `body` runs.
  package func during<Result, Failure: Error>(
    _ stage: WorkStage, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = begin(stage)
    defer { goBack(to: outer) }
    return try body()
  }

  /// Starts a stage inside another one, for code that cannot be in a closure.
  ///
  /// - Returns: the stage that continues later.
  package func begin(_ stage: WorkStage) -> WorkStage? { self?.begin(stage) }

  /// Ends a stage that was begun in another one.
  package func goBack(to stage: WorkStage?) {
    if let stage { self?.goBack(to: stage) }
  }

  /// The same.
  func moveToEncoding(_ time: Duration) { self?.moveToEncoding(time) }
}

/// The stages of the conversion of a file.
public enum WorkStage: String, Sendable, CaseIterable {
  /// The file is read, hashed and parsed, and its output is planned.
  case reading
  /// Other files have the processes and the memory that it needs.
  case waiting
  /// The worker decodes its images and its audio.
  case decoding
  /// The worker brings them into the shape of the output, and codes them.
  case encoding
  /// The output is composed, and written to the disk.
  case writing
  /// The written file is read again: compared, proved and hashed.
  case checking
}

/// The time of each stage of a work.
public struct StageTimes: Sendable, Equatable {
  private var times: [WorkStage: Duration] = [:]

  /// No time at all.
  public init() {}

  /// The time of a stage.
  public subscript(stage: WorkStage) -> Duration {
    get { times[stage] ?? .zero }
    set { times[stage] = newValue == .zero ? nil : newValue }
  }

  /// The time of all stages together.
  public var total: Duration { times.values.reduce(.zero, +) }

  /// The times of two works together.
  public static func + (first: StageTimes, second: StageTimes) -> StageTimes {
    var sum = first
    for (stage, time) in second.times { sum[stage] += time }
    return sum
  }
}
