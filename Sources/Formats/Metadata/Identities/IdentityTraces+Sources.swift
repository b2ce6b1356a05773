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
