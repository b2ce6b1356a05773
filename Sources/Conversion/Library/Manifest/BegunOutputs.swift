import Files
import Text
import WorkerClient

/// An output that a run is about to write.
struct BegunOutput {
  /// The path of the input, and the path of the output, each below its folder.
  var input, output: String
  /// The file that existed before the output was written: as long as it exists, nothing was written.
  var earlier: FileStamp?
}

/// The outputs that a run was about to write when it stopped: each line has the number of the run, the input,
/// the output, and the file that was there before, as JSON. A run first repeats the lines that are still valid,
/// and then writes a line that has only its number. The lines of the last run that has such a line count: a run
/// without it may have stopped before everything was repeated.
struct BegunOutputs {
  /// The number of the run; empty if there was none.
  private(set) var run = ""
  /// The offsets of the lines of outputs, with their inputs.
  private var lines: [(input: OutputNameHash, offset: Int)] = []
  /// The number of lines that could not be read.
  private(set) var badLineCount = 0
  private let file: RunFileLines

  init(_ path: String) throws(ConversionError) {
    var next = (run: "", lines: lines)
    file = try RunFileLines(path)
    for (offset, bytes) in file {
      guard let line = Line(checkedLine: bytes) else {
        if !bytes.isEmpty { badLineCount += 1 }
        continue
      }
      let begun = line.input.map { [(input: OutputNameHash($0), offset: offset)] } ?? []
      if line.run == run {
        lines += begun
        continue
      }
      if line.run != next.run { next = (line.run, []) }
      next.lines += begun
      if begun.isEmpty { (run, lines) = next }
    }
  }

  func requireRead() throws(ConversionError) { try file.requireRead() }

  /// The outputs whose inputs are not among the done ones.
  func outputs(but done: Set<OutputNameHash>) -> [BegunOutput] {
    lines.compactMap { input, offset in
      guard !done.contains(input), let line = Line(checkedLine: file.line(at: offset)),
        let input = line.input, let output = line.output
      else { return nil }
      let earlier = line.bytes.flatMap { size in
        line.modified.map { FileStamp(size: size, modified: $0) }
      }
      return BegunOutput(input: input, output: output, earlier: earlier)
    }
  }

  private struct Line: Decodable {
    var run: String
    var input: String?
    var output: String?
    var bytes: Int?
    var modified: Int64?
  }

  /// A line for each output, and then one for the run itself.
  static func lines(_ run: String, _ outputs: [BegunOutput]) -> [UInt8] {
    func line(_ members: [(String, JSONValue?)]) -> [UInt8] {
      JSONValue.object([("run", .string(run))] + members).checkedLine
    }
    return outputs.flatMap { begun in
      line([
        ("input", .string(begun.input)), ("output", .string(begun.output)),
        ("bytes", begun.earlier.map { .int($0.size) }),
        ("modified", begun.earlier.map { .int(Int($0.modified)) }),
      ])
    } + line([])
  }
}
