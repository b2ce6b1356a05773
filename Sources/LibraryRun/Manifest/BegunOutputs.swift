import JSON
import SystemAccess
import WorkerClient

/// What a run that did not end was about to write: lines of the number of the run, input and output,
/// as JSON. Those of the last run in the file count, from a line on that has its number alone: before
/// that, it repeats what it found, and may have been stopped before it had repeated all.
struct BegunOutputs {
  /// The number of the run; empty if there was none.
  private(set) var run = ""
  /// Where the lines of outputs start, with their inputs.
  private var lines: [(input: NameHash, offset: Int)] = []

  init(_ path: String) throws(ConversionError) {
    var next = (run: "", lines: lines)
    for (offset, bytes) in try FileLines(path) {
      guard let line = Line(json: bytes) else { continue }
      let begun = line.input.map { [(input: NameHash($0), offset: offset)] } ?? []
      if line.run == run {
        lines += begun
        continue
      }
      if line.run != next.run { next = (line.run, []) }
      next.lines += begun
      if begun.isEmpty { (run, lines) = next }
    }
  }

  /// The outputs whose inputs are none of the done ones.
  func outputs(
    of running: AppendFile, but done: Set<NameHash>
  ) -> [(input: String, output: String)] {
    lines.compactMap { input, offset in
      guard !done.contains(input), let line = Line(json: running.line(at: offset)),
        let input = line.input, let output = line.output
      else { return nil }
      return (input, output)
    }
  }

  private struct Line: Decodable {
    var run: String
    var input: String?
    var output: String?
  }

  /// A line for each output, and then one for the run itself.
  static func lines(_ run: String, _ outputs: [(input: String, output: String)]) -> [UInt8] {
    func line(_ members: [(String, JSONValue?)]) -> [UInt8] {
      JSONValue.object([("run", .string(run))] + members).line
    }
    return outputs.flatMap { line([("input", .string($0.input)), ("output", .string($0.output))]) }
      + line([])
  }
}
