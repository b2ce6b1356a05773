public import FieldCoding

/// The metadata that programs write as text into PNG files: XMP, and profiles in hexadecimal digits with keywords such as
/// `Raw profile type exif`, as ImageMagick, Exiv2 and GIMP write them.
public struct PNGTextMetadata: Sendable {
  /// The TIFF structure of Exif.
  public private(set) var exif: Bytes?
  /// The XMP packet.
  public private(set) var xmp: Bytes?
  /// Photoshop's resources, which hold IPTC metadata, or only these.
  public private(set) var resources: Bytes?
  /// A profile of another type.
  package private(set) var other: Bytes?
  /// The keywords of the chunks that hold ``exif`` and ``xmp``.
  public private(set) var keywords: Set<String> = []

  /// - Parameter inflate: inflates compressed texts, which are not read without it.
  public init(_ png: PNGChunks, inflate: InflateUpTo? = nil) {
    for chunk in png.chunks {
      guard let found = PNGText(chunk), PNGTextMetadata.mayHold(found.keyword),
        let text = found.text(inflate)
      else { continue }
      if take(text, found.keyword) { keywords.insert(found.keyword) }
    }
  }

  /// Those of one chunk.
  package init(_ text: Bytes, _ keyword: String) {
    if PNGTextMetadata.mayHold(keyword) { _ = take(text, keyword) }
  }

  private static let profilePrefix = "Raw profile type "

  /// Whether a keyword is that of a profile in digits.
  package static func isProfile(_ keyword: String) -> Bool { keyword.hasPrefix(profilePrefix) }

  private static func mayHold(_ keyword: String) -> Bool {
    keyword == PNGText.xmpKeyword || isProfile(keyword)
  }

  /// - Returns: whether the text is Exif or XMP that was not there yet.
  private mutating func take(_ text: Bytes, _ keyword: String) -> Bool {
    if keyword == PNGText.xmpKeyword { return set(\.xmp, text) }
    guard let profile = PNGTextMetadata.profile(text) else { return false }
    switch keyword.dropFirst(PNGTextMetadata.profilePrefix.count).lowercased() {
    case "exif", "app1":
      let start = JPEGSegments.xmpIdentifier
      if profile.starts(with: start) {
        return set(\.xmp, Bytes(Array(profile.dropFirst(start.count))))
      }
      // Its offsets count from its own first byte: it is not in the file as it is.
      return ExifItem.tiff(in: Bytes(profile)).map { set(\.exif, Bytes(Array($0))) } ?? false
    case "xmp": return set(\.xmp, Bytes(profile))
    case "iptc", "8bim", "app13":
      let start = PhotoshopResources.identifier
      let list = profile.starts(with: start) ? Array(profile.dropFirst(start.count)) : profile
      _ = set(\.resources, Bytes(list))
      return false
    default:
      _ = set(\.other, Bytes(profile))
      return false
    }
  }

  private mutating func set(
    _ path: WritableKeyPath<PNGTextMetadata, Bytes?>, _ bytes: Bytes
  ) -> Bool {
    guard self[keyPath: path] == nil, !bytes.isEmpty else { return false }
    self[keyPath: path] = bytes
    return true
  }

  /// The bytes of a profile: a line feed, its name, its length as a decimal number, and hexadecimal digits in lines.
  private static func profile(_ text: Bytes) -> [UInt8]? {
    let lines = text.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: true)
    guard lines.count == 3,
      let count = Int(String(decoding: lines[1], as: UTF8.self).filter { $0 != " " }),
      count > 0, count <= text.count / 2
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var high: UInt8?
    for character in lines[2] where character > 0x20 {
      guard let digit = Character(UnicodeScalar(character)).hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
        if bytes.count == count { return bytes }
      } else {
        high = UInt8(digit)
      }
    }
    return nil
  }
}
