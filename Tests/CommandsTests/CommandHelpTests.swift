import Foundation
import TestSupport
import Testing

/// What the help of all commands has in common.
struct CommandHelpTests {
  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        var kind: String
        var name: String
      }
      var names: [Name]?

      func names(_ kind: String) -> [String] {
        names?.filter { $0.kind == kind }.map(\.name) ?? []
      }
    }
    var commandName: String
    var arguments: [Argument]?
    var subcommands: [Command]?
    var discussion: String?

    /// This command and all below it.
    var all: [Command] { [self] + (subcommands ?? []).flatMap(\.all) }
  }

  private struct Dump: Decodable {
    var command: Command
  }

  private func commands() throws -> [Command] {
    let dump = try Program.boxwalk("--experimental-dump-help").output
    let commands = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command.all
    try #require(commands.count > 40)
    return commands
  }

  @Test func `A letter is the same option in every command`() throws {
    var meanings: [String: Set<String>] = [:]
    for argument in try commands().flatMap({ $0.arguments ?? [] }) {
      for letter in argument.names("short") {
        meanings[letter, default: []].formUnion(argument.names("long"))
      }
    }
    #expect(meanings["o"] == ["output"] && meanings["j"] == ["json"])
    #expect(meanings.filter { $0.value.count != 1 } == [:])
  }

  @Test func `Options that most commands share have their letter in all of them`() throws {
    for command in try commands() {
      for argument in command.arguments ?? [] {
        for (name, letter) in [("json", "j"), ("output", "o"), ("force", "f"), ("quality", "q")]
        where argument.names("long").contains(name) {
          #expect(argument.names("short") == [letter], "\(command.commandName) --\(name)")
        }
      }
    }
  }

  @Test func `Examples fit into a terminal of 80 columns`() throws {
    for command in try commands() {
      let lines = (command.discussion ?? "").split(separator: "\n")
      for line in lines where line.contains("boxwalk ") && line.hasPrefix("  ") {
        #expect(line.count < 80, "\(command.commandName): \(line)")
      }
    }
  }
}
