/// XMP as JPEG files hold it (XMP specification part 3, §1.1.3).
public enum XMPSegments {
  /// The most bytes of a packet in one segment.
  static let packetLimit = 65_502
  /// The most bytes of a chunk of extended XMP.
  private static let chunkLimit = 65_400
  private static let note = "http://ns.adobe.com/xmp/note/"

  /// The payloads of the APP1 segments for `packet`.
  ///
  /// A packet that is too long is split (§1.1.3.1): its largest properties are moved to the extended packet. If the packet
  /// cannot be read, or if the rest is still too long, the whole packet becomes the extended packet.
  public static func payloads(of packet: some Collection<UInt8>) -> [[UInt8]] {
    if packet.count <= packetLimit { return [JPEGSegments.xmpIdentifier + packet] }
    let parsed = XMPPacket(packet)
    if let compact = parsed?.withoutPadding, compact.count <= packetLimit {
      return [JPEGSegments.xmpIdentifier + compact]
    }
    let (standard, extended) = parsed.flatMap(split) ?? whole(Array(packet))
    return [JPEGSegments.xmpIdentifier + standard.bytes] + chunks(extended, standard.name)
  }

  /// The payloads of the APP1 segments for a packet whose extended packet changes. The name of the extended packet, which
  /// is its digest, changes in the packet, too.
  ///
  /// - Parameters:
  ///   - old: the extended packet that `packet` names.
  ///   - new: the extended packet that replaces it.
  /// - Returns: nil if the packet names another one.
  package static func payloads(
    of packet: [UInt8], extendedBy old: Bytes, now new: [UInt8]
  ) -> [[UInt8]]? {
    let (name, newName) = (digest(Array(old)), digest(new))
    let lowercase = Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
    guard
      let start = packet.indices.first(where: { position in
        [name, lowercase].contains { packet[position...].starts(with: $0) }
      })
    else { return nil }
    var packet = packet
    packet.replaceSubrange(start..<start + name.count, with: newName)
    return [JPEGSegments.xmpIdentifier + packet] + chunks(new, newName)
  }

  private typealias Standard = (bytes: [UInt8], name: [UInt8])

  private static func whole(_ packet: [UInt8]) -> (Standard, [UInt8]) {
    let name = digest(packet)
    let standard =
      Array(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\#(XMPPacket.rdf)">"#.utf8)
      + pointer(name, about: []) + Array("</rdf:RDF></x:xmpmeta>".utf8)
    return ((standard, name), packet)
  }

  /// Splits a packet. Nil if what cannot be moved is too long.
  private static func split(_ packet: XMPPacket) -> (Standard, [UInt8])? {
    guard let root = packet.root, let content = packet.elements[root].content else { return nil }
    // An older pointer refers to a packet that no longer exists.
    let stale = packet.properties.filter { $0.name.namespace == note }.map(\.range)
    let movable = packet.properties.filter { $0.name.namespace != note }.map(\.range)
      .sorted { $0.count > $1.count }
    let about = packet.descriptions.lazy.flatMap { packet.elements[$0].attributes }
      .first { $0.name.namespace == XMPPacket.rdf && $0.name.local == "about" }
    let aboutValue = about.map { Array(packet.bytes[$0.value]) } ?? []
    let overhead = pointer(digest([]), about: aboutValue).count

    let padding = packet.padding
    var size = packet.bytes.count + overhead - (stale + padding).reduce(0) { $0 + $1.count }
    var moved: [Range<Int>] = []
    for range in movable where size > packetLimit {
      moved.append(range)
      size -= range.count
    }
    guard size <= packetLimit else { return nil }

    let outside = packet.elements[0].range
    let stays = movable.dropFirst(moved.count)
    let extended = packet.applying(
      (stale + stays + [0..<outside.lowerBound, outside.upperBound..<packet.bytes.count])
        .map { XMPPacket.Edit(range: $0) })
    let name = digest(extended)
    let standard = packet.applying(
      (stale + moved + padding).map { XMPPacket.Edit(range: $0) } + [
        XMPPacket.Edit(
          range: content.lowerBound..<content.lowerBound, bytes: pointer(name, about: aboutValue))
      ])
    return ((standard, name), extended)
  }

  /// The description that names the extended packet.
  private static func pointer(_ name: [UInt8], about: [UInt8]) -> [UInt8] {
    // The value came out of quotes, of either kind.
    let quote = about.contains(0x22) ? "'" : "\""
    return Array(
      "<rdf:Description xmlns:rdf=\"\(XMPPacket.rdf)\" rdf:about=\(quote)".utf8) + about
      + Array("\(quote) xmlns:xmpNote=\"\(note)\" xmpNote:HasExtendedXMP=\"".utf8) + name
      + Array("\"/>".utf8)
  }

  /// 32 hexadecimal digits.
  private static func digest(_ packet: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return MD5.digest(of: packet).flatMap { [digits[Int($0 / 16)], digits[Int($0 % 16)]] }
  }

  private static func chunks(_ packet: [UInt8], _ name: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: packet.count, by: chunkLimit).map { start in
      var chunk = JPEGSegments.extendedXMPIdentifier + name
      chunk.append(UInt64(packet.count), size: 4, .big)
      chunk.append(UInt64(start), size: 4, .big)
      return chunk + packet[start..<min(start + chunkLimit, packet.count)]
    }
  }
}

extension XMPPacket {
  /// The white space for edits in place (ISO 16684-1 §7.3.2).
  fileprivate var padding: [Range<Int>] {
    let start = elements[0].range.upperBound
    let end = bytes[start...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return [start..<(end ?? bytes.count)]
  }

  fileprivate var withoutPadding: [UInt8] { applying(padding.map { Edit(range: $0) }) }
}

extension JPEGSegments {
  /// The XMP packet of an item of HEIF: some writers copy the name of the segment in a JPEG file, too.
  public static func packet(ofItem data: Bytes) -> Bytes {
    guard data.has(xmpIdentifier) else { return data }
    return data.part(xmpIdentifier.count..<data.count) ?? data
  }
}
