import ArgumentParser
import Dispatch
import FieldCoding
import Files
import Text
import WorkerClient
import WorkerProtocol

extension Boxwalk {
  /// Runs the command of the arguments, and ends the program.
  ///
  /// A command that does not wait for anything runs in the first thread: starting other threads would take as long as a
  /// summary, and need more memory.
  public static func start() -> Never {
    Console.openClosedStreams()
    Console.ignoreBrokenPipes()
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
