import Foundation
import TestSupport
import Testing
import WorkerProtocol

@testable import WorkerClient

@Suite(.waits) struct WorkerTimeTests {
  private func worker(_ script: String) throws -> Worker {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("boxwalk-tests-\(UUID().uuidString)").path
    // Another process writes it: a process that another test starts at this moment may inherit the open file, and the
    // system does not run a program that is open for writing.
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = [
      "-c", #"printf %s "$1" > "$0" && chmod 755 "$0""#, path, "#!/bin/sh\n\(script)\n",
    ]
    try writer.run()
    writer.waitUntilExit()
    return Worker(path)
  }

  /// A job that is too large for the buffer of a socket does not wait forever.
  @Test func aJobThatNobodyReadsIsGivenUp() throws {
    let worker = try worker("exec sleep 600")
    defer { try? FileManager.default.removeItem(atPath: worker.program) }
    let outcome = try worker.run(
      .convert, [UInt8](repeating: 0, count: 10 << 20), timeLimit: 0.2)
    #expect(outcome.ending == .timedOut)
  }

  @Test func aJobThatIsCancelledIsGivenUp() throws {
    let worker = try worker("exec sleep 600")
    defer { try? FileManager.default.removeItem(atPath: worker.program) }
    let cancellation = Cancellation()
    let outcome = try worker.until(cancellation).run(
      .convert, [], whileWaiting: { cancellation.cancel() })
    #expect(outcome.ending == .timedOut)
    #expect(throws: ConversionError.self) {
      let _: ConversionReply = try worker.until(cancellation).ask(
        .convert, [], [], within: WorkerLimits())
    }
  }

  /// A process that ended with the program had written, and answered, a part. The next one does both from the start; the
  /// file that it reads stays, even if it can be written. A program that is stopped or silent is killed.
  @Test(
    .needs("python3"),
    arguments: [
      ("os.kill(os.getpid(), signal.SIGKILL)", 600), ("os.kill(os.getpid(), signal.SIGSEGV)", 600),
      ("os.kill(os.getpid(), signal.SIGSTOP)", 600), ("import time; time.sleep(600)", 20),
    ])
  func whatALostProgramWroteIsNotContinued(end: String, timeLimit: Double) throws {
    let python = try #require(InstalledProgram.path(of: "python3"))
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("boxwalk-tests-\(UUID().uuidString)")
    let input = file.path + ".input"
    let again = file.path + ".again"
    // Like the program, after CWorker.h.
    let worker = try worker(
      """
      exec \(python) -c '
      import array, os, signal, socket, sys
      control = socket.socket(fileno=0)
      data, ancillary, _, _ = control.recvmsg(3, 1024)
      if not data:
          sys.exit(0)
      descriptors = array.array("i", ancillary[0][2])
      os.write(descriptors[3], b"photo")
      os.write(descriptors[1], b"an answer")
      if not os.path.exists("\(again)"):
          open("\(again)", "w").close()
          \(end)
      os.write(descriptors[0], bytes(4))
      '
      """)
    try Data().write(to: file)
    try Data("pixels".utf8).write(to: URL(fileURLWithPath: input))
    defer {
      for path in [worker.program, file.path, input, again] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    let handles = try [
      FileHandle(forUpdating: URL(fileURLWithPath: input)), FileHandle(forUpdating: file),
    ]
    let outcome = try worker.run(
      .convert, [], handles.map(\.fileDescriptor), timeLimit: timeLimit)
    #expect(outcome.ending == .exited(0) && outcome.answer == Array("an answer".utf8))
    #expect(try Data(contentsOf: file) == Data("photo".utf8))
    #expect(try Data(contentsOf: URL(fileURLWithPath: input)) == Data("pixels".utf8))
    #expect(FileManager.default.fileExists(atPath: again))
  }

  @Test func aJobThatIsRefusedIsTold() throws {
    let worker = try worker("exit 7")
    defer { try? FileManager.default.removeItem(atPath: worker.program) }
    let outcome = try worker.run(.convert, [UInt8](repeating: 0, count: 10 << 20))
    #expect(outcome.ending == .exited(7) && outcome.answer.isEmpty)
  }
}
