import ArgumentParser
import Editing
import ISOBMFF
import Movie

/// `boxwalk track`
struct TrackCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Removes tracks from movies, and sets languages and default tracks.",
    discussion: """
      Name tracks by their numbers, as boxwalk inspect shows them, or by their kind: video, sound, \
      text, metadata, timecode. The new file has neither the samples of a removed track nor \
      references to it; all other tracks keep every byte.

      EXAMPLES
        boxwalk track movie.mov --drop metadata            writes movie-tracks.mov
        boxwalk track movie.mp4 --keep video,2 -o one.mp4
        boxwalk track movie.mp4 --language 2=slv --default 2 --in-place
      """)

  static var suffix: String { "tracks" }
  static var extensions: Set<String> { Inputs.movies }
  static var takesSamples: Bool { true }

  @Option(help: "Keep only these tracks, separated by commas.")
  var keep: TrackList?

  @Option(help: "Remove these tracks, separated by commas.")
  var drop: TrackList?

  @Option(help: "Set the language of a track, such as 2=eng; can be repeated.")
  var language: [TrackLanguage] = []

  @Option(
    name: .customLong("default"),
    help: "Play this track by default, not others of its kind; can be repeated.")
  var played: [UInt32] = []

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  func validate() throws {
    if keep == nil, drop == nil, language.isEmpty, played.isEmpty {
      throw ValidationError("Name a change: --keep, --drop, --language or --default.")
    }
    if keep != nil, drop != nil {
      throw ValidationError("Use either --keep or --drop.")
    }
  }

  func apply(to edit: inout Edit) throws(EditError) {
    if keep != nil || drop != nil { try edit.removeTracks(keeping: keep, dropping: drop) }
    for choice in language { try edit.setLanguage(ofTrack: choice.track, choice.code) }
    for track in played { try edit.playByDefault(track: track) }
  }
}

/// `boxwalk mute`
struct MuteCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute",
    abstract: "Removes the sound from movies.",
    discussion: """
      All sound tracks and their samples are removed; everything else keeps every byte. A Live \
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
    guard MovieFile(edit.file)?.tracks.contains(where: { $0.handlerType == "soun" }) == true else {
      return edit.notes.append("has no sound")
    }
    try edit.removeTracks(keeping: nil, dropping: TrackList([.kind("sound")]))
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

/// `video,2`
struct TrackList: ExpressibleByArgument {
  enum Name: Equatable {
    case number(UInt32)
    case kind(String)
  }

  private let names: [Name]

  init(_ names: [Name]) { self.names = names }

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let names = parts.compactMap { part -> Name? in
      UInt32(part).map { .number($0) } ?? (TrackList.handlers[part] != nil ? .kind(part) : nil)
    }
    guard names.count == parts.count else { return nil }
    self.names = names
  }

  /// Types of handlers, by the words for them.
  private static let handlers: [String: Set<FourCC>] = [
    "video": ["vide"], "sound": ["soun"], "text": ["text", "sbtl", "subt", "clcp"],
    "metadata": ["meta"], "timecode": ["tmcd"],
  ]

  func contains(_ track: Track) -> Bool {
    names.contains { name in
      switch name {
      case .number(let id): track.id == id
      case .kind(let kind): TrackList.handlers[kind]?.contains(track.handlerType) ?? false
      }
    }
  }

  /// Throws if a number is that of no track.
  fileprivate func check(_ tracks: [Track]) throws(EditError) {
    for case .number(let id) in names where !tracks.contains(where: { $0.id == id }) {
      throw EditError(
        .notFound,
        "has no track \(id), only \(tracks.map { String($0.id) }.joined(separator: ", "))")
    }
  }
}

/// `2=eng`
struct TrackLanguage: ExpressibleByArgument {
  var track: UInt32
  var code: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let track = UInt32(parts[0]) else { return nil }
    (self.track, code) = (track, String(parts[1]))
  }
}
