import ArgumentParser
import SystemAccess

/// The names of commands on the command line, which the parser would call unexpected arguments.
enum CommandNames {
  /// Throws for a name that is not a command, and suggests the command that was probably meant.
  static func check(_ arguments: ArraySlice<String>, of root: any ParsableCommand.Type) throws {
    let isHelp = arguments.first == "help"
    var command = root
    for name in arguments.dropFirst(isHelp ? 1 : 0) {
      let known = subcommands(of: command)
      // What follows belongs to the command: options, files.
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
    if let nearest = nearest(to: name, among: known) {
      return "'\(name)' is not a command. Did you mean '\(nearest)'?"
    }
    if let kind = try? PathKind(name), kind != .nothing {
      return "'\(name)' is not a command. To see what the file is: boxwalk inspect \(name)"
    }
    return "'\(name)' is not a command."
  }

  /// The name that is fewest mistakes away: at most one for each three characters.
  static func nearest(to name: String, among names: [String]) -> String? {
    let limit = max(1, name.count / 3)
    let distances = names.map { (name: $0, distance: distance(name, $0)) }
    let best = distances.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return best.flatMap { $0.distance <= limit ? $0.name : nil }
  }

  /// How many characters are missing, too many, others, or have changed places with the next.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
