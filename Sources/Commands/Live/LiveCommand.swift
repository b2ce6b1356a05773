import ArgumentParser

/// `boxwalk live`
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract:
      "Finds, makes, checks and bundles Live Photos: a still and a movie, joined by an identifier.",
    discussion: """
      EXAMPLES
        boxwalk live pair Pictures/                           which files belong together?
        boxwalk live make IMG_1234.HEIC clip.mp4 -o joined/   a Live Photo of the two
        boxwalk live check IMG_1234.HEIC IMG_1234.MOV         is this one, and what is missing?
        boxwalk live bundle IMG_1234.HEIC IMG_1234.MOV -o IMG_1234.livp   both in one file
        boxwalk live split IMG_1234.livp -o Pictures/         and out again
      """,
    subcommands: [
      LivePairCommand.self, LiveMakeCommand.self, LiveCheckCommand.self, LiveConvertCommand.self,
      LiveBundleCommand.self, LiveSplitCommand.self,
    ])
}
