public import ArgumentParser
import Dispatch
import FieldCoding
import Files
import Service
import Text
import WorkerClient
import WorkerProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The command.
public struct Boxwalk: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "boxwalk",
    abstract: "Reads, explains, repairs and converts the photos and movies that phones make.",
    discussion: """
      EXAMPLES
        boxwalk inspect IMG_1234.HEIC               what is this photo?
        boxwalk inspect IMG_1234.MOV --tree         every box, every field
        boxwalk inspect *.HEIC --json | jq .        one line of JSON for each file
        boxwalk verify Pictures/                    which files are damaged?
        boxwalk diff old.MOV new.MOV                what was changed?
        boxwalk extract IMG_1234.HEIC               which parts can be extracted?
        boxwalk convert IMG_1234.HEIC -o photo.jpg  a JPEG with all metadata
        boxwalk convert *.HEIC -o jpegs/            a folder of them
        boxwalk frames IMG_1234.MOV -o photo.jpg    a photo of a frame
        boxwalk strip location IMG_1234.HEIC        the photo without its location

      EXIT CODES
      \(ExitStatus.table)
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Reading",
        subcommands: [
          InspectCommand.self, VerifyCommand.self, DiffCommand.self, ExtractCommand.self,
          ConfigCommand.self, MonitorCommand.self,
        ]),
      CommandGroup(
        name: "Converting",
        subcommands: [
          ConvertCommand.self, FramesCommand.self, TranscodeCommand.self, HLSCommand.self,
          PushCommand.self,
          ReportCommand.self,
          GalleryCommand.self,
        ]),
      CommandGroup(name: "Live Photos", subcommands: [LiveCommand.self]),
      CommandGroup(
        name: "Editing",
        subcommands: [
          StripCommand.self, RotateCommand.self, FlipCommand.self, TrimCommand.self,
          TrackCommand.self, MuteCommand.self, RemuxCommand.self, JoinCommand.self,
          ChaptersCommand.self, CoverCommand.self,
          FaststartCommand.self,
          RetagCommand.self, RepairCommand.self, RescueCommand.self, SetCommand.self,
          InsertCommand.self,
          RemoveCommand.self, UndoCommand.self,
        ]),
      CommandGroup(
        name: "Reference",
        subcommands: [CatalogueCommand.self, DoctorCommand.self, ServeCommand.self]),
    ])

  static let version = boxwalkVersion.description

  @Flag(
    name: .customLong("version"), help: "Show the version and the libraries that decode images.")
  var showsVersion = false

  public init() {}

  public func validate() throws {
    guard showsVersion else { return }
    throw CleanExit.message("\(VersionText(version: Boxwalk.version, .ofThisComputer()))")
  }
}

extension Boxwalk {
  /// Runs the command of the arguments, and ends the program.
  ///
  /// A command that does not wait for anything runs in the first thread: starting other threads would take as long as a
  /// summary, and need more memory.
  public static func start() -> Never {
    Console.openClosedStreams()
    Console.ignoreBrokenPipes()
    EndSignals.reportFaults()
    EndSignals.removeUnfinishedOutputs()
    do {
      try ProgramArguments.requireText()
      try CommandNames.check(CommandLine.arguments.dropFirst(), of: Boxwalk.self)
      try CommandNames.checkWords(CommandLine.arguments.dropFirst(), of: Boxwalk.self)
      var command = try parsed()
      try RemoteInputs.check(CommandLine.arguments)
      if let command = command as? any AsyncParsableCommand { wait(for: command) }
      try command.run()
      end(.success)
    } catch {
      end(error)
    }
  }

  /// The command that the arguments name. An option that it does not know is named before anything else is wrong.
  private static func parsed() throws -> any ParsableCommand {
    let arguments = CommandLine.arguments.dropFirst()
    // Parsing all commands takes longer, and only messages need it.
    if let command = CommandNames.parsed(arguments, of: Boxwalk.self) { return command }
    do { return try parseAsRoot() } catch {
      if let help = help(in: error) { end(help) }
      guard exitCode(for: error) != .success,
        let sentence = CommandNames.unknownOption(arguments, of: Boxwalk.self)
      else { throw error }
      throw ValidationError(sentence)
    }
  }

  private static func wait(for command: sending any AsyncParsableCommand) -> Never {
    let run = { () async -> Void in
      var command = command
      do {
        try await command.run()
        end(.success)
      } catch {
        end(error)
      }
    }
    #if os(Linux)
      Task.immediate(operation: run)
    #else
      Task(operation: run)
    #endif
    dispatchMain()
  }

  private static func end(_ error: any Error) -> Never {
    MadeFolders.removeEmpty()
    switch error {
    case let code as ExitCode: end(code)
    // The system did not let the command find its files.
    case is SystemError, is ConversionError:
      Console().message("\(error)")
      end(ExitCode(ExitStatus.badInput.rawValue))
    default:
      if let help = help(in: error) { end(help) }
      if exitCode(for: error) == .success {
        let output = Console().output
        output.line(fullMessage(for: error))
        output.flush()
        end(.success)
      }
      let message = RemoteInputs.hidingSecrets(explained(error), of: CommandLine.arguments)
      Console.show(printable(message, keeping: ["\n"]))
      exit(withError: exitCode(for: error))
    }
  }

  /// The help that was asked for; nil for an error.
  private static func help(in error: any Error) -> HelpText? {
    HelpText(fullMessage(for: error, columns: HelpText.unfolded))
  }

  /// Shows the help that was asked for. It is made once: this is most of what such a run does.
  private static func end(_ help: HelpText) -> Never {
    let console = Console()
    let output = console.output
    output.line(help.text(columns: console.columns ?? 80))
    output.flush()
    end(.success)
  }

  /// The message for an error. If there is an option that the command does not know, the message is about this option.
  private static func explained(_ error: any Error) -> String {
    let message = fullMessage(for: error)
    let arguments = CommandLine.arguments.dropFirst()
    // A command that runs has no usage in its errors, except for that of the whole program.
    if let error = error as? ValidationError,
      let usage = CommandNames.usage(arguments, of: Boxwalk.self)
    {
      return "Error: \(error.message)\n\(usage)"
    }
    return message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("Usage:") { return HelpText.shortUsage(String(line), columns: 80) }
      guard line.contains("Please provide one of") else { return String(line) }
      return line.split(separator: "' and '", omittingEmptySubsequences: false)
        .joined(separator: "' or '")
    }.joined(separator: "\n")
  }

  /// Bytes that could not be read, because the file became shorter or did not arrive, were read as zeros:
  /// the results for such a file are not reliable.
  private static func end(_ code: ExitCode) -> Never {
    MadeFolders.removeEmpty()
    let console = Console()
    var least = console.hasReadAll ? ExitStatus.done : .badInput
    if let problem = Console.outputProblem {
      console.say("\(problem)")
      least = .badInput
    }
    RemoteInputs.report(console)
    if let missing = Worker.sandboxOfAll?.missing, !missing.isEmpty {
      console.say(
        "media was decoded without \(missing.joined(separator: ", ")): boxwalk doctor --security says what that means, and --sandbox require of convert, frames and transcode refuses it"
      )
    }
    EndSignals.endIfCome()
    // The parser of arguments would look for a message first.
    Console.end(max(code.rawValue, least.rawValue))
  }
}

/// The text of `boxwalk --version`: a line for programs, and two for users.
struct VersionText: CustomStringConvertible {
  let description: String

  init(version: String, _ diagnosis: Diagnosis) {
    var lines = ["boxwalk \(version)"]
    if let problem = diagnosis.problem { lines.append("  problem    \(problem)") }
    let libraries = diagnosis.libraries.filter { !$0.version.isEmpty }
    let engines = libraries.filter { !$0.engine.isEmpty && $0.problem.isEmpty }
    let others = libraries.filter { $0.engine.isEmpty || !$0.problem.isEmpty }
    for (title, found) in [("engines  ", engines), ("libraries", others)] where !found.isEmpty {
      let names = found.map { "\($0.name) \($0.version)" }
      lines.append("  \(title)  \(names.joined(separator: ", "))")
    }
    description = lines.joined(separator: "\n")
  }
}

extension WorkerProgram {
  /// The path of the worker of this program.
  static var path: String? { path(beside: ownPath) }

  private static var ownPath: String? {
    if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      return path
    }
    let name = CommandLine.arguments.first ?? ""
    if name.contains("/") { return name }
    let folders = (Environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
