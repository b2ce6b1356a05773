import ArgumentParser

/// `boxwalk live`
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract:
      "Finds, makes, checks and bundles Live Photos: a still and a movie with the same identifier.",
    discussion: """
      EXAMPLES
        boxwalk live pair Pictures/             which files belong together?
        boxwalk live make IMG_1.HEIC clip.mp4 -o joined/
        boxwalk live still IMG_1.HEIC IMG_1.MOV --at 1.2 -o new/
        boxwalk live check IMG_1.HEIC IMG_1.MOV
        boxwalk live convert IMG_1.HEIC IMG_1.MOV -o android/
        boxwalk live bundle IMG_1.HEIC IMG_1.MOV -o IMG_1.livp
        boxwalk live split IMG_1.livp -o Pictures/
      """,
    subcommands: [
      LivePairCommand.self, LiveMakeCommand.self, LiveStillCommand.self, LiveCheckCommand.self,
      LiveConvertCommand.self, LiveBundleCommand.self, LiveSplitCommand.self,
    ])
}
