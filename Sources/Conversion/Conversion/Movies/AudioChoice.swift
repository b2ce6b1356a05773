/// What happens to the audio of a movie.
public enum AudioChoice: String, CaseIterable, Sendable {
  /// The audio does not change.
  case keep
  /// The audio becomes AAC-LC with one or two channels, which all players support. If it already is, it does not
  /// change.
  case compatible
  /// All audio is re-encoded as AAC-LC with one or two channels.
  case aac
  /// The audio is removed.
  case remove = "none"
}
