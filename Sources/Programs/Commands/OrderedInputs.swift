import ArgumentParser
import Files
import Synchronization
import Text

/// Files that are examined one after another, or several at once. The output is in the order of the files.
struct OrderedInputs {
  let files: [InputJob]
  /// The number of files that are examined at once.
  let jobs: Int

  /// - Parameter jobs: the number that the user asked for; by default one, and several if files are at URLs,
  ///   because most of the time is then spent on waiting.
  init(_ files: [InputJob], jobs: Int?) {
    self.files = files
    let areFar = files.contains { $0.paths.contains(where: RemoteInputs.isName) }
    self.jobs = min(jobs ?? (areFar ? 4 : 1), files.count)
  }

  /// Throws for a number of files that makes no sense.
  static func validate(_ jobs: Int?) throws {
    if let jobs, !(1...64).contains(jobs) { throw ValidationError("--jobs has to be 1 to 64.") }
  }

  /// The output of a file, which is kept until the outputs of the files before it are written.
  private final class Page {
    var text: [UInt8] = []
  }

  /// Examines all files, each by its number.
  ///
  /// - Returns: the outcomes in the order of the files.
  func run(
    _ console: Console, _ body: @Sendable (Int, InputJob, TextOutput) -> ExitStatus
  ) -> [ExitStatus] {
    guard jobs > 1 else {
      let output = console.output
      return files.enumerated().map { index, file in
        defer { output.flush() }
        return body(index, file, output)
      }
    }
    let outcomes = Mutex<[ExitStatus]>([])
    Threads.inOrder(files.count, threads: jobs) { index -> (text: [UInt8], outcome: ExitStatus) in
      let page = Page()
      let output = TextOutput(columns: console.columns) { page.text += $0 }
      let outcome = body(index, files[index], output)
      output.flush()
      return (page.text, outcome)
    } take: { done in
      let output = console.output
      output.put(done.text)
      output.flush()
      outcomes.withLock { $0.append(done.outcome) }
    }
    return outcomes.withLock { $0 }
  }
}
