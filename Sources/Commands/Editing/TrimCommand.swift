import ArgumentParser
import Editing
import MovieConversion
import WorkerClient

/// `boxwalk trim`
struct TrimCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "trim",
    abstract: "Cuts a part out of movies, without re-encoding a picture.",
    discussion: """
      What is left is shown exactly as before, from the one time to the other, by the edit list: \
      pictures, sound in step to the sample, timed metadata, timecode, chapters. Samples outside of the \
      part are not in the new file, but for those that decoding needs: pictures from the last key frame \
      on, and a packet of sound. Programs that know no edit lists show these too. With --smart there is \
      a key frame at the cut: the pictures before the next one are re-encoded, as H.264, HEVC or AV1 \
      like the others, and the rest stays as it is.

      Times count what the movie shows, from 0: seconds, or h:mm:ss.fff.

      EXAMPLES
        boxwalk trim movie.mov --from 1:05 --to 1:12.5      writes movie-trimmed.mov
        boxwalk trim movie.mp4 --to 30 -o start.mp4
        boxwalk trim movie.mp4 --from 12.3 --smart           starts with a key frame there
        boxwalk trim IMG_1234.MOV --from 0.4 --hide --in-place   all samples stay
      """)

  static var suffix: String { "trimmed" }
  static var extensions: Set<String> { Inputs.movies }
  static var takesSamples: Bool { true }

  @Option(help: "What is shown first; by default the start.")
  var from: MovieMoment?

  @Option(help: "Where it ends; by default the end.")
  var to: MovieMoment?

  @Flag(
    name: .customLong("hide"),
    help: "Change the edit list alone: everything stays in the file, and can be shown again.")
  var hides = false

  @Flag(
    name: .customLong("smart"),
    help: "Re-encode the first pictures, so that the movie starts with a key frame at the cut.")
  var isSmart = false

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  func validate() throws {
    guard from != nil || to != nil else {
      throw ValidationError("Say which part is left: --from TIME, --to TIME, or both.")
    }
    if let from, let to, from.seconds >= to.seconds {
      throw ValidationError("--to has to be later than --from.")
    }
    if hides, isSmart { throw ValidationError("--hide and --smart: choose.") }
  }

  func apply(to edit: inout Edit) throws(EditError) {
    _ = try edit.gatherSamples()
    try edit.trim(from: from?.seconds ?? 0, to: to?.seconds, dropping: !hides)
    guard isSmart else { return }
    guard let program = WorkerProgram.path else {
      throw EditError(.unsupported, "cannot be coded, as boxwalk-codec is not there")
    }
    try MovieConverter(Worker(program)).codeStarts(of: &edit)
  }
}

/// A time of a movie: `90`, `90s`, `1:30`, `0:01:30.000`.
struct MovieMoment: ExpressibleByArgument {
  var seconds: Double

  init?(argument: String) {
    guard let seconds = FrameChoice.seconds(argument[...]) else { return nil }
    self.seconds = seconds
  }
}
