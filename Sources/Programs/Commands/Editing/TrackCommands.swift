import ArgumentParser
import Editing
import ISOBMFF
import Movie

/// `boxwalk track`
struct TrackCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Removes and orders tracks of movies, and sets languages, titles and default tracks.",
    discussion: """
      Name tracks by their numbers, as boxwalk inspect shows them, or by their kind: video, audio, \
      text, metadata, timecode. The new file has neither the samples of a removed track nor \
      references to it; all other tracks keep every byte.

      EXAMPLES
        boxwalk track movie.mov --drop metadata            writes movie-tracks.mov
        boxwalk track movie.mp4 --keep video,2 -o one.mp4
        boxwalk track movie.mp4 --language 2=slv --default 2 --in-place
        boxwalk track movie.mp4 --order audio,video --title "2=Audio of the camera"
      """)

  static var suffix: String { "tracks" }
  static var extensions: Set<String> { Inputs.movies }
  static var takesSamples: Bool { true }

  @Option(help: "Keep only these tracks, separated by commas.")
  var keep: TrackList?

  @Option(help: "Remove these tracks, separated by commas.")
  var drop: TrackList?

  @Option(help: "Set the language of a track, such as 2=eng; can be repeated.")
  var language: [TrackText] = []

  @Option(help: "Set the title of a track, such as 2=Comments; can be repeated.")
  var title: [TrackText] = []

  @Option(help: "Put these tracks first, in this order, separated by commas.")
  var order: TrackList?

  @Option(
    name: .customLong("default"),
    help: "Play this track by default, not others of its kind; can be repeated.")
  var played: [UInt32] = []

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  func validate() throws {
    if keep == nil, drop == nil, order == nil, language.isEmpty, title.isEmpty, played.isEmpty {
      throw ValidationError(
        "Name a change: --keep, --drop, --order, --language, --title or --default.")
    }
    if keep != nil, drop != nil {
      throw ValidationError("Use either --keep or --drop.")
    }
  }

  func apply(to edit: inout Edit) throws(EditError) {
    if keep != nil || drop != nil { try edit.removeTracks(keeping: keep, dropping: drop) }
    for choice in language { try edit.setLanguage(ofTrack: choice.track, choice.text) }
    for choice in title { try edit.setTitle(ofTrack: choice.track, choice.text) }
    if let order { try edit.orderTracks(order) }
    for track in played { try edit.playByDefault(track: track) }
  }
}

/// `boxwalk mute`
struct MuteCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute",
    abstract: "Removes the audio from movies.",
    discussion: """
      All audio tracks and their samples are removed; everything else keeps every byte. A Live \
      Photo stays a Live Photo.

      EXAMPLES
        boxwalk mute movie.mov              writes movie-muted.mov
        boxwalk mute clips/ --in-place
      """)

  static var suffix: String { "muted" }
  static var extensions: Set<String> { Inputs.movies }
  static var takesSamples: Bool { true }

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  func apply(to edit: inout Edit) throws(EditError) {
    let movie = try MovieFile(requiredIn: edit.file)
    guard movie.tracks.contains(where: { $0.handlerType == "soun" }) else {
      return edit.notes.append("has no audio")
    }
    try edit.removeTracks(keeping: nil, dropping: TrackList(argument: "audio"))
  }
}

extension Edit {
  fileprivate mutating func removeTracks(
    keeping kept: TrackList?, dropping dropped: TrackList?
  ) throws(EditError) {
    _ = try gatherSamples()
    let tracks = MovieFile(file)?.tracks ?? []
    try (kept ?? dropped)?.check(tracks)
    let gone = tracks.filter { track in
      kept.map { !$0.contains(track) } ?? dropped?.contains(track) ?? false
    }
    try removeTracks(Set(gone.map(\.id)))
    notes += gone.map { "track \($0.id) (\($0.handlerType)) is removed" }
  }
}

extension TrackList: ExplainedArgument {
  static let form = "numbers of tracks, or video, audio, text, metadata or timecode, with commas"
}

extension TrackText: ExplainedArgument {
  static let form = "the number of a track, an equals sign and the text, such as 2=eng"
}
