import FieldCoding
public import HEIF
import ISOBMFF
public import Metadata
public import Movie

/// The content identifier that the still and the movie of a Live Photo have in common. Apple's software writes
/// a UUID in capital letters. Identifiers are compared byte by byte, as in Photos.
public struct ContentIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The text in both files.
  public var text: String

  /// An identifier with any text; it does not have to be a UUID.
  public init(_ text: String) { self.text = text }

  /// The text.
  public var description: String { text }

  /// The key of the identifier in the metadata of movies.
  public static let key = "com.apple.quicktime.content.identifier"
}

extension ContentIdentifier {
  /// The identifier in the Apple maker note of Exif (tag 0x0011).
  public init?(_ tiff: TIFFFile) {
    guard let text = tiff.makerNote?.contentIdentifier, !text.isEmpty else { return nil }
    self.init(text)
  }

  /// The identifier of a JPEG image.
  public init?(_ picture: JPEGSegments) {
    guard let exif = picture.exif, let tiff = try? TIFFFile(exif) else { return nil }
    self.init(tiff)
  }

  /// The identifier of the primary item of a HEIC photo.
  public init?(_ photo: HEIFFile) {
    guard let primary = photo.primaryItemID, let item = photo.exifItem(of: primary),
      let payload = try? photo.data(of: item.id), let exif = ExifItem.tiff(in: payload),
      let tiff = try? TIFFFile(exif)
    else { return nil }
    self.init(tiff)
  }

  /// The identifier of a movie: that of its metadata, not of a track.
  public init?(_ movie: MovieFile) {
    let item = movie.metadata.first { $0.key == ContentIdentifier.key }
    guard let item, !item.value.isEmpty else { return nil }
    self.init(item.value)
  }

  /// The identifier of a still, whether it is a JPEG image or consists of boxes.
  public init?(still bytes: Bytes) {
    if bytes.starts(with: [0xFF, 0xD8]) {
      self.init(JPEGSegments(bytes))
    } else if let photo = HEIFFile(BoxFile(bytes)) {
      self.init(photo)
    } else {
      return nil
    }
  }

  /// The identifier of a movie.
  public init?(movie bytes: Bytes) {
    guard let movie = MovieFile(BoxFile(bytes)) else { return nil }
    self.init(movie)
  }

  /// A new identifier: a random UUID (RFC 9562 §5.4).
  public static func random() -> ContentIdentifier {
    var generator = SystemRandomNumberGenerator()
    var digits: [Character] = []
    for _ in 0..<2 {
      let number = generator.next() as UInt64
      digits += zeroPadded(String(number, radix: 16, uppercase: true), to: 16)
    }
    digits[12] = "4"
    digits[16] = ["8", "9", "A", "B"][Int(generator.next() as UInt64 % 4)]
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return ContentIdentifier(text)
  }

  /// An identifier from a UUID, which is written in capital letters; nil if `text` is not a UUID.
  public init?(uuid text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 4, 4, 4, 12],
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
    else { return nil }
    self.init(text.uppercased())
  }
}
