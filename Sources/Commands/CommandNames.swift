import ArgumentParser
import FieldCoding
import SystemAccess

/// Checks the names of commands, which the parser would call unexpected arguments.
enum CommandNames {
  /// Throws for a name that is not a command, and suggests the command that was probably meant.
  static func check(_ arguments: ArraySlice<String>, of root: any ParsableCommand.Type) throws {
    let isHelp = arguments.first == "help"
    var command = root
    for name in arguments.dropFirst(isHelp ? 1 : 0) {
      let known = subcommands(of: command)
      // The next arguments belong to the command: options, files.
      if known.isEmpty || name.hasPrefix("-") && !isHelp { return }
      if name.hasPrefix("-") || name == "help" { continue }
      guard let next = known.first(where: { names(of: $0).contains(name) }) else {
        throw ValidationError(sentence(name, known.flatMap(names)))
      }
      command = next
    }
  }

  private static func subcommands(
    of command: any ParsableCommand.Type
  ) -> [any ParsableCommand.Type] {
    command.configuration.subcommands
      + command.configuration.groupedSubcommands.flatMap(\.subcommands)
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }

  private static func sentence(_ name: String, _ known: [String]) -> String {
    if let nearest = MistypedName.nearest(to: name, among: known) {
      return "'\(name)' is not a command. Did you mean '\(nearest)'?"
    }
    if let kind = try? PathKind(name), kind != .nothing {
      return "'\(name)' is not a command. To see what the file is: boxwalk inspect \(name)"
    }
    return "'\(name)' is not a command."
  }
}
