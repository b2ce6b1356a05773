import ArgumentParser

/// `boxwalk live`
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Makes and checks Live Photos: a still and a movie, joined by an identifier.",
    subcommands: [])

  init() {}
}
