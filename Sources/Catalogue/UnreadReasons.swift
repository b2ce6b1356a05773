import ISOBMFF
import RegisteredCodes

/// Why no field is read of boxes that have a name only.
enum UnreadReasons {
  /// - Parameter specification: the authority's short form.
  static func reason(_ code: FourCC, _ specification: String) -> String {
    codes[code] ?? (makers.contains(specification) ? "its form is not public" : standard)
  }

  /// A layout that nobody could compare with the standard, or with bytes of a writer, is not guessed.
  private static let standard = "the text that defines it was not available"

  private static let makers: Set<String> = [
    "Apple", "Auro", "Hipix", "Universal Music Group", "WhatsApp", "Youtube",
  ]

  private static let codes: [FourCC: String] = [
    "extr": "it is a box with bytes after it", "rtpx": "it holds header extensions of packets",
    "3gau": hinted, "fdpa": hinted, "feci": hinted, "rcsr": hinted,
  ]

  private static let hinted = "it is only in samples of hint tracks"

  /// What has no box of its own: other boxes state it, and read it. `fdel` is a part of `infe`, and the
  /// others are namespaces of keys in `keyd`.
  static let partsOfOthers: Set<FourCC> = ["fdel", "me4c", "uiso"]
}
