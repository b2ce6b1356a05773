import ISOBMFF
import RegisteredCodes

/// The reasons why no field is read of boxes with only a name.
enum UnreadReasons {
  /// - Parameter specification: the authority's short form.
  static func reason(_ code: FourCC, _ specification: String) -> String {
    codes[code] ?? (makers.contains(specification) ? "its form is not public" : standard)
  }

  /// A layout that could not be compared with the standard, or with bytes of a writer, is not guessed.
  private static let standard = "the text that defines it was not available"

  private static let makers: Set<String> = [
    "Apple", "Auro", "Hipix", "Universal Music Group", "WhatsApp", "Youtube",
  ]

  private static let codes: [FourCC: String] = [
    "extr": "it is a box with bytes after it", "rtpx": "it holds header extensions of packets",
    "3gau": hinted, "fdpa": hinted, "feci": hinted, "rcsr": hinted,
  ]

  private static let hinted = "it is only in samples of hint tracks"

  /// Structures without a box of their own: other boxes contain them, and read them. `fdel` is a part of `infe`, and
  /// the others are namespaces of keys in `keyd`.
  static let partsOfOthers: Set<FourCC> = ["fdel", "me4c", "uiso"]
}
