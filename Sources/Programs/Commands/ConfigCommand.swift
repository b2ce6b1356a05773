import ArgumentParser
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Text
import Verification

/// `boxwalk config`
struct ConfigCommand: StandardInputReader {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Shows, checks and makes decoder configurations: hvcC, avcC, vvcC and av1C.",
    discussion: """
      A decoder configuration holds the parameter sets of a stream, and before them what players \
      read first: profile, level, sample format. The file can be a movie or photo, a record alone, \
      or a stream (with start codes, or of AV1 OBUs) from whose parameter sets the command makes a \
      record. Several files are parts of one stream, or hold one parameter set each.

      Each field is compared with the parameter sets of the record and of the samples. A finding \
      names the field and the byte, and says what it means.

      EXAMPLES
        boxwalk config IMG_1234.MOV                        does it match the stream?
        boxwalk config clip.hevc -o hvcC.bin               make one from a stream
        boxwalk config vps.bin sps.bin pps.bin -o hvcC.bin  or from its sets
        boxwalk config IMG_1234.MOV --track 1 -o hvcC.bin  write that of a movie
        boxwalk config IMG_1234.MOV --remake -o hvcC.bin   make it again
        boxwalk config hvcC.bin --with clip.hevc           does it fit the stream?
        boxwalk config clip.hevc --as base64 -o -          for WebCodecs

      EXIT CODES
        0  no findings, or only notes
        1  warnings
        2  errors, or a file that cannot be read

      Documentation/config-json.md describes the JSON document.
      """,
    aliases: ["hvcc", "avcc"])

  @Argument(
    help: ArgumentHelp(
      "A movie, photo, record or stream, or several files of parameter sets; - is standard input.",
      valueName: "files"),
    completion: .file())
  var inputs: [InputPath]

  var files: [String] { inputs.map(\.path) }

  @Option(help: "Use only the record of this track.")
  var track: UInt32?

  @Option(help: "Use only the record of this item.")
  var item: UInt32?

  @Option(
    help: "Compare with the parameter sets of this stream (with start codes, or of AV1 OBUs).",
    completion: .file())
  var with: InputPath?

  @Option(help: "The codec of a record or stream: hevc, avc, vvc or av1.")
  var coding: CodingOption?

  @Option(help: "The type of sample entry for codec strings, such as hev1.")
  var entry: String?

  @Flag(help: "Make the record again from the parameter sets in it and in the samples.")
  var remake = false

  @Option(
    name: .shortAndLong,
    help: "The file to write the record to; with -, it goes to standard output.",
    completion: .file())
  var output: String?

  @Option(name: .customLong("as"), help: "Write the record as raw bytes, hex or base64.")
  var form = RecordForm.raw

  @Flag(name: .shortAndLong, help: "Replace a file that exists.")
  var force = false

  @Flag(help: "Show each field of the record.")
  var fields = false

  @Flag(name: .shortAndLong, help: "A JSON document.")
  var json = false

  @Option(
    help: "Raise a limit that protects against hostile files: depth=N, elements=N, input=BYTES.")
  var limit: [LimitOption] = []

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  init() {}

  func validate() throws {
    if track != nil, item != nil { throw ValidationError("Use either --track or --item.") }
    if let entry, FourCC(entry) == nil {
      throw ValidationError(
        "'\(entry)' is not the type of a sample entry: a type has four characters.")
    }
    if json, fields { throw ValidationError("--fields cannot be used with --json.") }
    if output == nil, force || form != .raw || remake {
      throw ValidationError("Name the output: -o FILE, or -o - for standard output.")
    }
    if json, output == "-" {
      throw ValidationError("Standard output can take the record or JSON, not both.")
    }
    if files.count(where: { $0 == "-" }) > 1 || files.contains("-") && with?.path == "-" {
      throw ValidationError("Only one file can be standard input.")
    }
  }

  func run() throws {
    let console = Console()
    let name =
      files.count == 1 ? Console.name(of: files[0]) : "\(files[0]) and \(files.count - 1) more"
    do {
      var inputs: [Bytes] = []
      for file in files { inputs.append(try bytes(of: file, console)) }
      var found = try ConfigurationFile(
        inputs, codec: coding?.codec, limits: DecodeLimits(limit))
      if let id = track { found = found.of(.track(id)) }
      if let id = item { found = found.of(.item(id)) }
      guard !found.configurations.isEmpty else {
        throw OutputRefusal("no track or item with this number has a decoder configuration")
      }
      if let with {
        let stream = try bytes(of: with.path, console)
        do { try found.compare(withStream: [stream]) } catch {
          throw OutputRefusal("\(with.path): \(error)")
        }
      }
      guard console.hasReadAll else { throw ExitCode(ExitStatus.badInput.rawValue) }
      if let output { try write(found, to: output, console) }
      if output != "-" { show(found, name, console) }
      let outcome = ExitStatus(worst: found.configurations.compactMap(\.worst).max())
      if outcome != .done { throw ExitCode(outcome.rawValue) }
    } catch let error as ExitCode {
      throw error
    } catch {
      console.message(error is SystemError ? "\(error)" : "\(name): \(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
  }

  private func bytes(of path: String, _ console: Console) throws -> Bytes {
    guard let bytes = console.bytes(of: path, limit) else {
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    return bytes
  }

  private func show(_ found: ConfigurationFile, _ name: String, _ console: Console) {
    let output = console.output
    let entry = entry.flatMap { FourCC($0) }
    if json {
      found.writeJSON(
        to: output, name: name, as: entry,
        more: RemoteInputs.transfer(of: files + [with?.path].compactMap { $0 }))
      return output.flush()
    }
    for configuration in found.configurations {
      configuration.write(
        to: output, console.style, name: name, as: entry, others: found.others(than: configuration))
      if fields {
        configuration.describeFields(
          to: TreeText(
            output, bytes: configuration.bytes, options: TreeOptions(), style: console.style,
            level: 2))
      }
    }
    output.flush()
  }

  private func write(_ found: ConfigurationFile, to output: String, _ console: Console) throws {
    guard found.configurations.count == 1, let configuration = found.configurations.first else {
      throw OutputRefusal(
        "has \(found.configurations.count) records: choose one with --track or --item")
    }
    let record = form.text(of: remake ? try configuration.remade() : configuration.bytes)
    guard output != "-" else { return try console.pass(record) }
    let file = try CommandOutput.file(
      output, inputs: files + [with?.path].compactMap { $0 }, isForced: force)
    try file.write(record)
    try file.commit(replacing: force, of: nil)
  }
}

/// How a record is written.
enum RecordForm: String, ExpressibleByArgument, CaseIterable {
  case raw, hex, base64

  fileprivate func text(of record: Bytes) -> Bytes {
    switch self {
    case .raw: record
    case .hex: Bytes(Array((hexadecimal(record) + "\n").utf8))
    case .base64: Bytes(Array((Base64.text(record) + "\n").utf8))
    }
  }
}

/// `--coding hevc`
enum CodingOption: String, ExpressibleByArgument, CaseIterable {
  case hevc, avc, vvc, av1

  fileprivate var codec: VideoCodec {
    switch self {
    case .hevc: .hevc
    case .avc: .avc
    case .vvc: .vvc
    case .av1: .av1
    }
  }
}
