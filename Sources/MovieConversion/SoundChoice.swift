/// What becomes of the sound of a movie.
public enum SoundChoice: String, CaseIterable, Sendable {
  /// It stays as it is, whatever it is.
  case keep
  /// It becomes what everything plays: AAC-LC of one or two channels stays as it is, and all else becomes that.
  case compatible
  /// All of it is re-encoded as AAC-LC of one or two channels.
  case aac
  /// It goes.
  case remove = "none"
}
