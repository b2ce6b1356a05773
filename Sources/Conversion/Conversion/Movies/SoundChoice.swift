/// What happens to the sound of a movie.
public enum SoundChoice: String, CaseIterable, Sendable {
  /// The sound does not change.
  case keep
  /// The sound becomes AAC-LC with one or two channels, which all players support. If it already is, it does not
  /// change.
  case compatible
  /// All sound is re-encoded as AAC-LC with one or two channels.
  case aac
  /// The sound is removed.
  case remove = "none"
}
