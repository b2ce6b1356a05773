/// Files of the media folder that are not what their folder says, and why.
enum KnownDamage {
  /// Damaged, although they stand among sound files.
  static let files: [String: String] = [:]
  /// Sound, although they stand among malformed ones: samples that fuzzers started from.
  static let sound: [String: String] = [:]
}
