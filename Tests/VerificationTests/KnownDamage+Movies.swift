extension KnownDamage {
  /// Damaged movies among sound ones. They are named by the ends of their paths, because others have the same
  /// names.
  static let movies: [String: String] = [
    "mp4-atom/av1.mp4": "cut in the second fragment",
    "testMP4_esdsFlags.m4a": "made by hand for one box; the track has no ID",
  ]

  /// Movies in which only coded data is malformed, or nothing.
  static let soundMovies: [String: String] = [
    "malformed-sei.m4s": "an SEI message in a sample; without moov nothing says how it is coded"
  ]

  /// Whether a path ends in one of `files`.
  static func lists(_ path: String, in files: [String: String]) -> Bool {
    files.keys.contains { path.hasSuffix("/\($0)") }
  }
}
