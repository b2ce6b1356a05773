/// Files of the media folder that are not what their folder says, and why.
enum KnownDamage {
  private static let partial = "only the first part of the file"
  private static let stripped = "media data taken out, to make a small test file"

  /// Damaged files among sound ones.
  static let files: [String: String] = [
    "short-zero-inband.mov": partial,
    "catfight-cvid-pal8-partial.mp4": partial,
    "displaymatrix.mp4": partial,
    "white_zombie_scrunch-part.mp4": partial,
    "fixture-moov.mov": partial,
    "mp4-with-mov-in24-ver.mp4": partial,
    "wwwq_cut.mp4": partial,
    "fixture-mp4v2.mp4": partial,
    "fixture.cr3": partial,
    "issue-79.m4a": partial,
    "issue-318.m4a": partial,
    "alac_file.m4a": partial,
    "pixel-motion-photo-shortened.jpg": stripped,
    "ss-motion-photo-shortened.jpg": stripped,
    "QuickTime.m4a": stripped,
    "QuickTime.heic": stripped,
    "init_prog.mp4": "the header of a movie whose samples are elsewhere",
    "colors-animated-8bpc-unsupported-hdlr-meta.avif": "made to have a handler that nobody knows",
    "hdr-mdcv.avif": "made by hand, with an OBU of one byte too few",
    "heif.mp4": "made by hand, with empty configurations",
    "testMP4_esdsFlags.m4a": "made by hand, with as few boxes as a parser needs",
    "zero.mp4": "made to have no track",
  ]

  /// Sound files among malformed ones: samples that fuzzers started from.
  static let sound: [String: String] = [
    "1814774.avif": "decoded by all programs",
    "fixture.jxl": "decoded by all programs",
    "issue_2233_poc1.jxl": "its Exif is odd, and the picture is decoded by all programs",
  ]
}
