import ArgumentParser
import Conversion
import Files
import ISOBMFF
import Text
import WorkerClient

/// `boxwalk remux` of a file whose container, or that of the output, is neither MP4 nor QuickTime.
struct ForeignRemux {
  private let input: String
  private let output: String
  /// The container of the output; nil for MP4.
  private let target: ForeignContainer?
  private let options: EditOptions

  /// Nil if all files have containers that this package reads and writes itself. Throws for options that are not
  /// possible with other containers.
  init?(_ command: RemuxCommand) throws {
    let ending = command.options.output.map { $0.fileExtension.lowercased() }
    target = command.format == nil ? ending.flatMap { ForeignContainer(extension: $0) } : nil
    let sources = command.files.paths.filter { path in
      (try? ByteSource(mapping: path).bytes).flatMap { ForeignContainer($0) } != nil
    }
    guard target != nil || !sources.isEmpty else { return nil }
    guard command.files.paths.count == 1, command.files.list == nil,
      let input = command.files.paths.first, let output = command.options.output
    else {
      throw ValidationError(
        "Matroska, WebM, MPEG-TS, FLV and AVI are converted one at a time: name one, and -o FILE.")
    }
    if command.fragment != nil || command.defragment || command.start != nil {
      throw ValidationError(
        "Fragments are made from MP4 and QuickTime movies: convert the file to one of these first.")
    }
    if command.options.isInPlace || command.options.isDryRun || command.options.isRecursive {
      throw ValidationError(
        "--in-place, --dry-run and --recursive are not for Matroska, WebM, MPEG-TS, FLV and AVI.")
    }
    if !sources.isEmpty, target != nil || !["mp4", "m4v"].contains(ending ?? "") {
      throw ValidationError("Other containers become MP4 first: use -o NAME.mp4.")
    }
    if let target, !target.isWritten {
      throw ValidationError("\(target.name) files are not written.")
    }
    self.input = input
    self.output = output
    options = command.options
  }

  func run() throws {
    let console = Console()
    guard let program = WorkerProgram.path else {
      console.message("boxwalk-codec, which reads and writes other containers, is not there")
      throw ExitCode(ExitStatus.fault.rawValue)
    }
    do {
      try OutputPath.check(output, of: [input], isReplacing: options.force)
      var converter = ContainerConverter(Worker(program))
      converter.replacesFiles = options.force
      let result =
        if let target {
          try converter.write(input, to: output, as: target)
        } else {
          try converter.read(input, to: output)
        }
      report(result, console)
      if !result.leftOut.isEmpty || !result.notes.isEmpty {
        throw ExitCode(ExitStatus.warnings.rawValue)
      }
    } catch let error as ExitCode {
      throw error
    } catch let error as ConversionError {
      report(failure: error.message, console)
      throw ExitCode((error.kind == .worker ? ExitStatus.fault : .badInput).rawValue)
    } catch {
      report(failure: "\(error)", console)
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
  }

  private func report(failure reason: String, _ console: Console) {
    guard options.isJSON else { return console.message("\(input): \(reason)") }
    write([("outcome", .string("failed")), ("reason", .string(reason))], console)
  }

  private func write(_ members: [(String, JSONValue?)], _ console: Console) {
    let output = console.output
    JSONValue.object([("file", .string(input))] + members + RemoteInputs.transfer(of: input))
      .writeLine(to: output)
    output.flush()
  }

  private func report(_ result: ContainerResult, _ console: Console) {
    if options.isJSON {
      return write(
        [
          ("outcome", .string("edited")), ("output", .string(output)),
          ("leftOut", .array(result.leftOut.map { .string($0) })),
          ("notes", .array(result.notes.map { .string($0) })), ("bytes", .int(result.byteCount)),
        ], console)
    }
    let results = console.output
    results.text(output)
    results.flush()
    for part in result.leftOut { console.message("\(input): not carried over: \(part)") }
    for note in result.notes { console.message("\(input): \(note)") }
  }
}
