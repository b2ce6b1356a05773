import ArgumentParser
import Conversion
import Editing
import WorkerClient

/// `boxwalk trim`
struct TrimCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "trim",
    abstract: "Keeps only a part of movies, without re-encoding a frame.",
    discussion: """
      The part is shown exactly as before, between the two times, by means of the edit list: \
      video, audio (exact to the sample), timed metadata, timecode, chapters. The new file has \
      no samples outside the part, except those that decoding needs: frames from the last key \
      frame on, and a packet of audio. Programs that ignore edit lists show these too. With \
      --smart, there is a key frame at the cut: the frames before the next key frame are \
      re-encoded as H.264, HEVC or AV1 like the others, and the rest stays as it is.

      Times start at 0 where the movie starts: seconds, or h:mm:ss.fff.

      EXAMPLES
        boxwalk trim movie.mov --from 1:05 --to 1:12.5      writes movie-trimmed.mov
        boxwalk trim movie.mp4 --to 30 -o start.mp4
        boxwalk trim movie.mp4 --from 12.3 --smart           starts with a key frame
        boxwalk trim IMG_1234.MOV --from 0.4 --hide --in-place   all samples stay
      """)

  static var suffix: String { "trimmed" }
  static var extensions: Set<String> { Inputs.movies }
  static var takesSamples: Bool { true }

  @Option(help: "Where the part starts; by default the start of the movie.")
  var from: MovieMoment?

  @Option(help: "Where the part ends; by default the end of the movie.")
  var to: MovieMoment?

  @Flag var others = OtherSamples.drop

  @Flag(
    name: .customLong("smart"),
    help: "Re-encode the first frames, so that the movie starts with a key frame at the cut.")
  var isSmart = false

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  func validate() throws {
    guard from != nil || to != nil else {
      throw ValidationError("Name the part to keep: --from TIME, --to TIME, or both.")
    }
    if let from, let to, from.seconds >= to.seconds {
      throw ValidationError("--to has to be later than --from.")
    }
    if others == .hide, isSmart { throw ValidationError("Use either --hide or --smart.") }
  }

  func apply(to edit: inout Edit) throws(EditError) {
    _ = try edit.gatherSamples()
    try edit.trim(from: from?.seconds ?? 0, to: to?.seconds, dropping: others == .drop)
    guard isSmart else { return }
    guard let program = WorkerProgram.path else {
      throw EditError(.unsupported, "cannot be re-encoded, because boxwalk-codec is missing")
    }
    try MovieConverter(Worker(program)).codeStarts(of: &edit)
  }
}

/// What becomes of samples outside the part.
enum OtherSamples: String, EnumerableFlag {
  case drop, hide

  static func help(for value: OtherSamples) -> ArgumentHelp? {
    switch value {
    case .drop: "Leave out all samples that the part does not need."
    case .hide: "Change only the edit list: all samples stay in the file, and can be shown again."
    }
  }
}

/// A time of a movie: `90`, `90s`, `1:30`, `0:01:30.000`.
struct MovieMoment: ExplainedArgument {
  static let form = "a time: seconds, or h:mm:ss.fff with less than 60 seconds and minutes"

  var seconds: Double

  init?(argument: String) {
    guard let seconds = FrameChoiceOptions.seconds(argument[...]) else { return nil }
    self.seconds = seconds
  }
}
