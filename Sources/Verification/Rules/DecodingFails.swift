/// The finding about frames, images and sound that cannot be decoded. `verify --decode` adds it; it checks nothing
/// itself.
public enum DecodingFails: StatedRule {
  public static let severity = Severity.error
  /// Each coding has a standard of its own.
  public static let clause = "The standards of the codings"
  /// The rule in one sentence.
  public static let sentence =
    "Decoders decode every frame, image and packet of sound; verify --decode checks it."
}

/// The finding about frames, images and sound for which this computer has no decoder, or which are not shown at any
/// time. `verify --decode` adds it; it checks nothing itself.
public enum NotDecoded: StatedRule {
  public static let severity = Severity.warning
  /// Each coding has a standard of its own.
  public static let clause = "The standards of the codings"
  /// The rule in one sentence.
  public static let sentence = "There is a decoder for all that verify --decode is to decode."
}
