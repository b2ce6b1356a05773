/// Values of a file that identify the device and the person that made it: serial numbers, identifiers of files and of
/// bursts, names of owners and authors. New files without metadata are searched for them.
///
/// Texts that are in many files, such as the model of a camera, are not included; their fields are removed by their
/// names.
public struct IdentityTraces: Sendable {
  /// The identities in the form of the file, as text with two bytes per character, and for UUIDs their 16 bytes.
  private var patterns: Set<[UInt8]> = []

  /// No real file has more; the limit bounds the cost of hostile files.
  private static let limit = 1000

  public init() {}

  /// Whether there is nothing to look for.
  public var isEmpty: Bool { patterns.isEmpty }

  /// Adds the text of an identifying field, if it is so distinctive that it does not occur in a file by chance.
  public mutating func add(text: some Sequence<UInt8>) {
    let words = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self).trimmed
    guard (6...200).contains(words.utf8.count), Set(words.utf8).count > 3,
      patterns.count < IdentityTraces.limit,
      words.utf8.count(where: { $0 &- 0x30 < 10 }) >= 3
        || words.utf8.count >= 8 && words.contains(" ")
    else { return }
    patterns.insert(Array(words.utf8))
    patterns.insert(words.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    patterns.insert(words.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    let digits = words.filter { $0 != "-" }
    guard digits.utf8.count == 32, words.utf8.count == 36 else { return }
    let pairs = stride(from: 0, to: 32, by: 2).map { Array(digits.utf8)[$0..<$0 + 2] }
    let bytes = pairs.compactMap { UInt8(String(decoding: $0, as: UTF8.self), radix: 16) }
    if bytes.count == 16 { patterns.insert(bytes) }
  }

  /// The offset at which one of the values first occurs in the bytes of a file; nil if none does. Only a small part of
  /// a large file is in memory at a time.
  public func first(in bytes: Bytes) -> Int? {
    isEmpty ? nil : ByteSearch(patterns, findsCoordinates: false).first(in: bytes)
  }

  /// Whether a name of a property or a key is that of such a text.
  public static func isIdentity(name: String) -> Bool {
    let name = name.lowercased()
    return whole.contains(name) || parts.contains { name.contains($0) }
  }

  private static let whole: Set<String> = ["creator", "author", "artist", "owner"]
  private static let parts = [
    "serialnumber", "serial-number", "ownername", "uniqueid", "documentid", "instanceid",
    "identifier", "uuid", "guid",
  ]
}

extension String {
  fileprivate var trimmed: String {
    let words = drop { $0.isWhitespace }
    return String(words.reversed().drop { $0.isWhitespace }.reversed())
  }
}

/// The identities in photos.
extension IdentityTraces {
  /// Serial numbers, owners, authors and identifiers (Exif 2.32 §4.6.5, table of further tags; TIFF 6.0
  /// §8, tag Artist).
  private static let tags: Set<UInt16> = [0x013B, 0x9C9D, 0xA420, 0xA430, 0xA431, 0xA435]

  /// Those of a TIFF structure, of the maker note in it, and of packets in it.
  public mutating func add(exif bytes: Bytes) {
    guard let file = try? TIFFFile(bytes) else { return }
    for entry in file.directories.flatMap(\.entries) {
      if IdentityTraces.tags.contains(entry.tag) { add(text: entry.plainText) }
      if entry.tag == 0x02BC { add(xmp: entry.value) }
    }
    for entry in file.makerNote?.directory?.entries ?? [] where entry.type.isText {
      // Some of Apple's texts are identifiers, and the others are too short for one.
      add(text: entry.plainText)
    }
  }

  /// Those of a packet.
  public mutating func add(xmp bytes: some Collection<UInt8>) {
    guard let packet = XMPPacket(bytes) else { return }
    for text in packet.texts(where: { IdentityTraces.isIdentity(name: $0) }) { add(text: text) }
  }

  /// Those of all segments of an image.
  public mutating func add(jpeg: JPEGSegments) {
    for exif in jpeg.exifSegments { add(exif: exif) }
    for packet in jpeg.xmpPackets + [jpeg.extendedXMP].compactMap({ $0 }) { add(xmp: packet) }
  }

  /// Those of the chunks of a PNG file.
  public mutating func add(png: PNGChunks) {
    let texts = PNGTextMetadata(png)
    for exif in [png.exif, texts.exif] { if let exif { add(exif: exif) } }
    if let xmp = texts.xmp { add(xmp: xmp) }
  }
}
