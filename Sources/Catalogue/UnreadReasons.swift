import ISOBMFF
import RegisteredCodes

/// Why no field is read of boxes that have a name only.
enum UnreadReasons {
  /// - Parameter specification: the authority's short form.
  static func reason(_ code: FourCC, _ specification: String) -> String {
    codes[code] ?? (makers.contains(specification) ? "its form is not public" : standard)
  }

  /// A layout that nobody could compare with the standard, or with bytes of a writer, is not guessed.
  private static let standard = "the text that defines it was not at hand"

  private static let makers: Set<String> = [
    "Apple", "Auro", "Hipix", "Universal Music Group", "WhatsApp", "Youtube",
  ]

  private static let codes: [FourCC: String] = [
    "Exif": "it is Exif, as JPEG files have it", "fdel": "it is a part of infe, which reads it",
    "me4c": "it is a namespace of keys, which keyd states",
    "uiso": "it is a namespace of keys, which keyd states",
    "extr": "it is a box with bytes behind it", "rtpx": "it holds header extensions of packets",
  ]
}
