package import ArgumentParser
import FieldCoding
import Files

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the names of commands, which the parser would call unexpected arguments.
package enum CommandNames {
  /// Throws for a name that is not a command, and suggests the command that was probably meant.
  package static func check(_ arguments: ArraySlice<String>, of root: any ParsableCommand.Type)
    throws
  {
    _ = try split(arguments, of: root)
  }

  /// The named command with its options, parsed without all other commands; nil if something is wrong with them, if they
  /// ask for help, or if no command is named.
  package static func parsed(
    _ arguments: ArraySlice<String>, of root: any ParsableCommand.Type
  ) -> (any ParsableCommand)? {
    guard arguments.first != "help", let (command, rest) = try? split(arguments, of: root),
      command != root, let parsed = try? command.parseAsRoot(Array(rest)),
      type(of: parsed) == command
    else { return nil }
    return parsed
  }

  /// How the named command is used, as the parser says it after an error.
  package static func usage(
    _ arguments: ArraySlice<String>, of root: any ParsableCommand.Type
  ) -> String? {
    guard let (command, rest) = try? split(arguments, of: root) else { return nil }
    let name = ([root._commandName] + arguments.dropLast(rest.count)).joined(separator: " ")
    return """
      \(HelpText.shortUsage("Usage: " + root.usageString(for: command), columns: 80))
        See '\(name) --help' for more information.
      """
  }

  /// The command that arguments name, and the arguments that belong to it.
  private static func split(
    _ arguments: ArraySlice<String>, of root: any ParsableCommand.Type
  ) throws -> (command: any ParsableCommand.Type, rest: ArraySlice<String>) {
    let isHelp = arguments.first == "help"
    var command = root
    var rest = arguments.dropFirst(isHelp ? 1 : 0)
    while let name = rest.first {
      let known = subcommands(of: command)
      // The next arguments belong to the command: options, files.
      if known.isEmpty || name.hasPrefix("-") && !isHelp { break }
      rest = rest.dropFirst()
      if name.hasPrefix("-") || name == "help" { continue }
      guard let next = known.first(where: { names(of: $0).contains(name) }) else {
        throw ValidationError(sentence(name, known.flatMap(names)))
      }
      command = next
    }
    return (command, rest)
  }

  /// A sentence about the first long option that the command does not know; nil if it knows all. The parser finds such
  /// options last, and so may call something wrong that would be right with the option that was meant.
  package static func unknownOption(
    _ arguments: ArraySlice<String>, of root: any ParsableCommand.Type
  ) -> String? {
    guard let (command, rest) = try? split(arguments, of: root),
      let help = CommandHelp(of: command)
    else { return nil }
    let known = help.options().filter { $0.hasPrefix("--") }
    let used = rest.prefix { $0 != "--" }.lazy.filter { $0.hasPrefix("--") }
      .map { String($0.prefix { $0 != "=" }) }
    guard !known.isEmpty, let unknown = used.first(where: { !known.contains($0) }) else {
      return nil
    }
    let nearest = MistypedName.nearest(
      to: String(unknown.dropFirst(2)), among: known.map { String($0.dropFirst(2)) })
    return "Unknown option '\(unknown)'." + (nearest.map { " Did you mean '--\($0)'?" } ?? "")
  }

  /// Throws for the first word that is neither an option nor the name of a file: an empty one, `-` if the command reads
  /// nothing from standard input, and a word with one dash. The parser would take each letter of the last for an option,
  /// such as the h of -photo.heic for help.
  package static func checkWords(
    _ arguments: ArraySlice<String>, of root: any ParsableCommand.Type
  ) throws {
    func isSuspect(_ word: String) -> Bool {
      word.isEmpty || word == "-" || word.count > 2 && word.hasPrefix("-") && !word.hasPrefix("--")
    }
    guard arguments.contains(where: isSuspect),
      let (command, rest) = try? split(arguments, of: root), let help = CommandHelp(of: command)
    else { return }
    let options = help.options(of: "option")
    let words = rest.prefix { $0 != "--" }
    for (before, word) in zip([""] + words, words)
    where isSuspect(word) && !options.contains(before) {
      switch word {
      case "": throw ValidationError("The name of a file is empty.")
      case "-" where command is any StandardInputReader.Type: break
      case "-":
        let name = arguments.dropLast(rest.count).joined(separator: " ")
        throw ValidationError("\(name) cannot read standard input: name a file instead of -.")
      default:
        if let sentence = try help.sentence(onDashed: word) { throw ValidationError(sentence) }
      }
    }
  }

  /// What the parser of arguments says of a command, in JSON.
  private struct CommandHelp: Decodable {
    struct Command: Decodable { var arguments: [Argument]? }
    struct Argument: Decodable {
      var kind: String
      var names: [Name]?
    }
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var command: Command

    init?(of command: any ParsableCommand.Type) {
      guard let help = try? JSONDecoder().decode(Self.self, from: Data(command._dumpHelp().utf8))
      else { return nil }
      self = help
    }

    /// What is wrong with a word with one dash; nil if each of its letters is an option without a value.
    func sentence(onDashed word: String) throws(SystemError) -> String? {
      let long = "-" + word.prefix { $0 != "=" }
      if options().contains(long) { return "Unknown option '\(word)'. Did you mean '\(long)'?" }
      if word.dropFirst().first?.isNumber == true {
        return "'\(word)' cannot be an option or a value: no number is negative here."
      }
      let flags = options(of: "flag")
      if word.dropFirst().allSatisfy({ flags.contains("-\($0)") }) { return nil }
      let (option, value) = (word.prefix(2), word.dropFirst(2))
      if options(of: "option").contains(String(option)), try PathKind(word) == .nothing {
        return "'\(word)' has no space after the option: '\(option) \(value)'."
      }
      return "'\(word)' begins with a dash, and is no option. For a file, write './\(word)'."
    }

    /// The names of all options of a kind, `option` (with a value) or `flag`, as they are written.
    func options(of kind: String? = nil) -> [String] {
      (command.arguments ?? []).filter { kind == nil || $0.kind == kind }.flatMap { $0.names ?? [] }
        .map { ($0.kind == "long" ? "--" : "-") + $0.name }
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

/// A command that reads a file from standard input if its name is `-`.
package protocol StandardInputReader: ParsableCommand {}
