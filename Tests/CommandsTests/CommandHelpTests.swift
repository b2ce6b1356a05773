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

  @Test func `Help fits into 80 columns, with text below text`() throws {
    for command in try Self.names {
      let help = try Program.boxwalk(["help"] + command).output
      #expect(help.hasPrefix("USAGE: boxwalk \(command.joined(separator: " "))"))
      #expect(
        help.contains("EXIT CODES\n") || help.hasSuffix("boxwalk --help explains exit codes.\n"))
      for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(command): \(line)") }
    }
    let repair = try Program.boxwalk("repair", "--help").output
    #expect(
      repair.contains(
        "\n  - parameter sets that are only in the samples, and have to be in the sample\n    entry\n"
      ))
    #expect(repair.contains("such as 500M or\n                          2G.\n"))
    let parts = [
      "USAGE:", "OVERVIEW:", "ARGUMENTS:", "OPTIONS:", "FILES AT URLS:", "EXAMPLES",
    ]
    let positions = parts.compactMap { repair.range(of: "\($0)")?.lowerBound }
    #expect(positions.count == parts.count && positions == positions.sorted())
  }

  /// The commands that run, and not only group others.
  private static var names: [[String]] {
    get throws {
      let dump = try Program.boxwalk("--experimental-dump-help").output
      let root = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
      return (root.subcommands ?? []).flatMap { command in
        let children = (command.subcommands ?? []).map { [command.commandName, $0.commandName] }
        return children.isEmpty ? [[command.commandName]] : children
      }.filter { $0 != ["help"] }
    }
  }

  @Test func `Usage in errors is one short line`() throws {
    for command in try Self.names {
      let result = try Program.boxwalk(command + ["--no-such-option"])
      let usage = result.errors.split(separator: "\n").filter { $0.hasPrefix("Usage:") }
      #expect(result.code == 64 && usage.count == 1 && usage[0].count <= 80, "\(result.errors)")
    }
  }

  @Test func `Standard input is refused by commands that need files`() throws {
    let readers = ["inspect", "verify", "diff", "extract", "config", "chapters", "cover"]
    let others = try Self.names.filter { !readers.contains($0[0]) }
    for command in others {
      let result = try Program.boxwalk(command + ["-"])
      #expect(
        result.code == 64 && result.errors.contains("cannot read standard input"),
        "\(command): \(result.errors)")
    }
    let movie = try Data(contentsOf: URL(filePath: Program.sample("clip-hevc.mov")))
    for command in readers where command != "diff" {
      let result = try Program.boxwalk(command, "-", input: movie)
      #expect(
        result.code == 0 && !(result.output + result.errors).contains("-:"),
        "\(command): \(result.output)\(result.errors)")
    }
  }

  @Test func `Words that begin with a dash are explained`() throws {
    let folder = try Folder()
    try folder.add("portrait-single.heic", as: "-photo.heic")
    let file = try Program.other(
      "sh", "-c", #"cd "$1" && exec "$0" inspect -photo.heic"#,
      Program.products.appendingPathComponent("boxwalk").path, folder.path("."))
    #expect(file.code == 64 && file.errors.contains("write './-photo.heic'."), "\(file.errors)")
    let value = try Program.boxwalk("convert", "a.heic", "-oa.jpg")
    #expect(value.code == 64 && value.errors.contains("'-o a.jpg'"), "\(value.errors)")
    let empty = try Program.boxwalk("inspect", "")
    #expect(empty.code == 64 && empty.errors.contains("The name of a file is empty."))
  }
}
