import ArgumentParser
import Editing

/// `boxwalk faststart`
struct FaststartCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "faststart",
    abstract: "Moves the moov box of movies to the front, so that they play while they load.",
    discussion: """
      No sample changes. Before the new file appears, the command proves that each sample is found \
      and has the same bytes.

      EXAMPLES
        boxwalk faststart IMG_1234.MOV              writes IMG_1234-faststart.MOV
        boxwalk faststart IMG_1234.MOV --in-place   the movie itself
        boxwalk faststart clips/ -o web/
        boxwalk faststart --undo movie.mp4 -o recorded.mp4
      """)

  static var suffix: String { "faststart" }

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  @Flag(help: "Move the moov box to the end of the file instead.")
  var undo = false

  init() {}

  func apply(to edit: inout Edit) throws(EditError) {
    try edit.moveMovie(to: undo ? .last : .first)
  }
}
