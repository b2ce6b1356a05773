import FieldCoding
import ISOBMFF
import LivePhotos

/// A name for a file from its content, if nothing else is known: the time when it was taken, and the camera.
struct RescueName {
  let stem: String
  let fileExtension: String

  /// - Parameters:
  ///   - bytes: the file.
  ///   - head: its start; files without metadata are named by its offset on the disk.
  init(_ bytes: Bytes, _ head: DiskFileHead) {
    let isStill = head.kind == .jpeg
    fileExtension = isStill ? "jpg" : BoxFile(bytes).usualExtension
    stem = RescueName.stem(
      MediaFacts(reading: bytes, namedAs: isStill ? .still : .other), at: head.offset)
  }

  private static func stem(_ facts: MediaFacts, at offset: Int) -> String {
    var parts: [String] = []
    if let time = facts.captureTime, let milliseconds = time.local ?? time.universal,
      milliseconds > 0
    {
      // Seconds from the start of 1904 to that of 1970.
      let text = Date1904.text(UInt64(milliseconds / 1000) + Date1904.startOf1970)
      parts += text.split(separator: " ").prefix(2).map {
        String($0.map { $0 == ":" ? "." : $0 })
      }
    }
    if let model = facts.model.map(plain), !model.isEmpty { parts.append(model) }
    if parts.isEmpty {
      parts = ["at", zeroPadded(String(offset, radix: 16, uppercase: true), to: 10)]
    }
    return parts.joined(separator: " ")
  }

  /// A text as a part of a name: a file can say anything.
  private static func plain(_ text: String) -> String {
    let characters = text.unicodeScalars.prefix(40).map { scalar -> Character in
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789 -_+()".unicodeScalars.contains(scalar))
      return isPlain ? Character(scalar) : "_"
    }
    return String(characters).split(separator: " ").joined(separator: " ")
  }
}
