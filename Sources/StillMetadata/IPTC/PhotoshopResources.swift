/// Photoshop's image resources (Adobe Photoshop File Formats Specification, image resource blocks).
public enum PhotoshopResources {
  /// The bytes with which an APP13 segment of Photoshop starts.
  static let identifier = Array("Photoshop 3.0\0".utf8)

  /// The resources with their numbers: 0x0404 is IPTC, 0x040F a colour profile, 0x0422 Exif, 0x0424
  /// XMP.
  public static func all(in bytes: Bytes) -> [(number: Int, data: Bytes)] {
    var resources: [(Int, Bytes)] = []
    var position = 0
    while position + 12 <= bytes.count,
      bytes.part(position..<position + 4)?.elementsEqual("8BIM".utf8) ?? false
    {
      let number = Int(bytes[position + 4]) << 8 | Int(bytes[position + 5])
      // A name of Pascal's, with its length, in an even number of bytes.
      let data = position + 6 + (Int(bytes[position + 6]) + 2) / 2 * 2
      guard data + 4 <= bytes.count,
        let size = bytes.part(data..<data + 4)?.reduce(0, { $0 << 8 | Int($1) }),
        size <= bytes.count - data - 4
      else { break }
      if let part = bytes.part(data + 4..<data + 4 + size) { resources.append((number, part)) }
      position = data + 4 + (size + 1) / 2 * 2
    }
    return resources
  }

  /// The first IPTC records among the resources, or the bytes themselves if they are IPTC records: some writers leave
  /// out the resource around them.
  public static func iptc(in bytes: Bytes) -> Bytes? {
    bytes.first == 0x1C ? bytes : all(in: bytes).first { $0.number == 0x0404 }?.data
  }
}

extension JPEGSegments {
  /// The lists of Photoshop's resources. Segments that follow one another are parts of one list.
  public var photoshopResources: [Bytes] {
    let start = PhotoshopResources.identifier
    var lists: [[Bytes]] = [[]]
    for segment in segments {
      if segment.marker == 0xED, segment.payload.prefix(start.count).elementsEqual(start),
        let part = segment.payload.part(start.count..<segment.payload.count)
      {
        lists[lists.count - 1].append(part)
      } else if lists.last?.isEmpty == false {
        lists.append([])
      }
    }
    return lists.filter { !$0.isEmpty }.map { parts in
      parts.count == 1 ? parts[0] : ByteSource(parts.flatMap(Array.init)).bytes
    }
  }

  /// The first IPTC records in them.
  public var iptc: Bytes? {
    photoshopResources.lazy.compactMap { PhotoshopResources.iptc(in: $0) }.first
  }
}
