extension KnownDamage {
  /// Movies that are damaged although they stand among sound ones, as other programs say too.
  static let movies: [String: String] = [
    "fixture.cr3": "only the first 128 KB",
    "mp4-atom/av1.mp4": "cut in the second fragment",
    "QuickTime.m4a": "only the boxes that a test of metadata needs; no chunks",
    "alac_file.m4a": "cut in moov",
    "issue-318.m4a": "cut in mdat",
    "issue-79.m4a": "without mdat",
    "testMP4_esdsFlags.m4a": "made by hand for one box; the track has no ID",
    "catfight-cvid-pal8-partial.mp4": "cut in mdat",
    "displaymatrix.mp4": "cut in mdat",
    "white_zombie_scrunch-part.mp4": "cut in mdat",
    "wwwq_cut.mp4": "cut in mdat",
    "fixture-moov.mov": "cut in moov",
    "fixture-mp4v2.mp4": "cut in moov",
    "short-zero-inband.mov": "media data cut out",
    "mp4-with-mov-in24-ver.mp4": "media data cut out",
    "init_prog.mp4": "without mdat",
  ]

  /// Movies in which only what is coded is malformed, or nothing.
  static let soundMovies: [String: String] = [
    "malformed-sei.m4s": "an SEI message in a sample; without moov nothing says how it is coded"
  ]

  /// Whether a path ends in one of `files`.
  static func lists(_ path: String, in files: [String: String]) -> Bool {
    files.keys.contains { path.hasSuffix("/\($0)") }
  }
}
