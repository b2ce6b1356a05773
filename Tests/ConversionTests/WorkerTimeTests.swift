import CodecJob
import Foundation
import Testing

@testable import Conversion

@Suite struct WorkerTimeTests {
  private func worker(_ script: String) throws -> Worker {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("boxwalk-tests-\(UUID().uuidString)").path
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return Worker(path)
  }

  /// A job that is longer than what waits in a socket does not wait for ever.
  @Test func aJobThatNobodyReadsIsGivenUp() throws {
    let worker = try worker("exec sleep 20")
    defer { try? FileManager.default.removeItem(atPath: worker.program) }
    let start = ContinuousClock.now
    let (_, ending) = try worker.run(
      .convert, [UInt8](repeating: 0, count: 10 << 20), timeLimit: 0.2)
    #expect(ending == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func aJobThatIsRefusedIsTold() throws {
    let worker = try worker("exit 7")
    defer { try? FileManager.default.removeItem(atPath: worker.program) }
    let (answer, ending) = try worker.run(.convert, [UInt8](repeating: 0, count: 10 << 20))
    #expect(ending == .exited(7) && answer.isEmpty)
  }
}
