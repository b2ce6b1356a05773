import Foundation
import TestSupport
import Testing

@testable import WorkerClient

/// Each moment of a work is counted once.
@Suite struct StageClockTests {
  /// Waits until a clock has moved, however coarse it is.
  private func pass() {
    let start = ContinuousClock.now
    while ContinuousClock.now == start {}
  }

  @Test func stagesInStagesCountOnce() throws {
    let start = ContinuousClock.now
    let clock: StageClock? = StageClock()
    pass()
    clock.during(.writing) {
      pass()
      clock.during(.decoding) { pass() }
      pass()
    }
    let times = try #require(clock?.times)
    let all = ContinuousClock.now - start
    for stage in [WorkStage.reading, .writing, .decoding] { #expect(times[stage] > .zero) }
    for stage in [WorkStage.waiting, .encoding, .checking] { #expect(times[stage] == .zero) }
    #expect(times.total <= all)
    // The time after it counts as reading again, even after an error.
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try clock.during(.writing) { () throws(Failure) in throw Failure() }
    }
    pass()
    let later = try #require(clock?.times)
    #expect(later[.reading] > times[.reading] && later[.decoding] == times[.decoding])
  }

  @Test func decodingForACheckIsChecking() throws {
    let clock: StageClock? = StageClock()
    clock.during(.checking) {
      clock.during(.waiting) {
        clock.during(.decoding) {
          pass()
          clock.moveToEncoding(.seconds(1))
        }
      }
    }
    let times = try #require(clock?.times)
    #expect(times[.checking] > .zero)
    for stage in [WorkStage.waiting, .decoding, .encoding] { #expect(times[stage] == .zero) }
  }

  /// The worker reports its time of encoding, and cannot report more than its whole time.
  @Test func encodingIsAPartOfTheTimeOfTheWorker() throws {
    let clock: StageClock? = StageClock()
    clock.during(.decoding) { pass() }
    let before = try #require(clock?.times)
    clock.moveToEncoding(before[.decoding] / 4)
    var times = try #require(clock?.times)
    #expect(times[.encoding] == before[.decoding] / 4)
    #expect(times[.encoding] + times[.decoding] == before[.decoding])
    clock.moveToEncoding(.seconds(1_000_000))
    times = try #require(clock?.times)
    #expect(times[.encoding] == before[.decoding] && times[.decoding] == .zero)
  }
}
