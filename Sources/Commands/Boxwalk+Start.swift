import ArgumentParser
import FieldCoding
import Foundation
import SystemAccess

extension Boxwalk {
  /// Runs what the arguments ask for, and ends the program.
  public static func start() async -> Never {
    Console.ignoreBrokenPipes()
    ShrinkingFiles.readAsZeros()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      end(.success)
    } catch let code as ExitCode {
      end(code)
    } catch {
      exit(withError: error)
    }
  }

  /// A file that became shorter while it was read was read as if it had zeros at its end: whatever was
  /// said of it is not to be relied on.
  private static func end(_ code: ExitCode) -> Never {
    let shortened = MappedFiles.takeShortened()
    for path in shortened { Console().message("\(path): became shorter while it was read") }
    let least = shortened.isEmpty ? Outcome.done : .badInput
    exit(withError: ExitCode(max(code.rawValue, least.rawValue)))
  }
}
