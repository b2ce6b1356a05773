extension JPEGSegments {
  /// The bytes with which an APP1 segment of extended XMP starts (XMP specification part 3,
  /// §1.1.3.1).
  public static let extendedXMPIdentifier = Array("http://ns.adobe.com/xmp/extension/\0".utf8)

  /// The extended XMP packet, joined from its chunks (XMP specification part 3, §1.1.3.1).
  ///
  /// Nil if the main packet names none, or if a part of it is missing. Its MD5 digest, which is its
  /// name, is not computed.
  public var extendedXMP: Bytes? {
    guard let name = xmp.flatMap(JPEGSegments.extendedXMPName) else { return nil }
    let chunks = contents(0xE1, JPEGSegments.extendedXMPIdentifier)
      .compactMap { ExtendedXMPChunk($0) }.filter { $0.name.elementsEqual(name) }
      .sorted { $0.offset < $1.offset }
    guard let length = chunks.first?.fullLength else { return nil }
    var packet: [UInt8] = []
    for chunk in chunks where chunk.fullLength == length && chunk.offset == packet.count {
      packet += chunk.data
    }
    return packet.count == length ? Bytes(packet) : nil
  }

  /// Whether there is XMP that cannot be read: packets that are none, and chunks that are in none.
  package var hasUnreadXMP: Bool {
    let extended = extendedXMP
    let size = contents(0xE1, JPEGSegments.extendedXMPIdentifier)
      .reduce(0) { $0 + max(1, ExtendedXMPChunk($1)?.data.count ?? 0) }
    return size > (extended?.count ?? 0)
      || (xmpPackets + [extended].compactMap { $0 }).contains { XMPPacket($0) == nil }
  }

  /// The value of `xmpNote:HasExtendedXMP`, an attribute or an element: 32 hexadecimal digits.
  private static func extendedXMPName(in packet: Bytes) -> Bytes? {
    let property = Array("HasExtendedXMP".utf8)
    guard let found = packet.indices.first(where: { packet.has(property, at: $0) }) else {
      return nil
    }
    let between = Array("=\"'> \t\r\n".utf8)
    let start = packet[(found + property.count)...].firstIndex { !between.contains($0) }
    return start.flatMap { packet.slice(at: $0, count: ExtendedXMPChunk.nameSize) }
  }
}

/// The part of a segment of extended XMP after the identifier.
private struct ExtendedXMPChunk {
  static let nameSize = 32

  let name: Bytes
  let fullLength: Int
  let offset: Int
  let data: Bytes

  init?(_ bytes: Bytes) {
    guard let name = bytes.slice(at: 0, count: ExtendedXMPChunk.nameSize),
      let length = bytes.integer(at: 32, size: 4, .big),
      let offset = bytes.integer(at: 36, size: 4, .big),
      let data = bytes.slice(at: 40, count: bytes.count - 40)
    else { return nil }
    self.name = name
    fullLength = Int(truncatingIfNeeded: length)
    self.offset = Int(truncatingIfNeeded: offset)
    self.data = data
  }
}
