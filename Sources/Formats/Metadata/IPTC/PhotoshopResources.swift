/// Photoshop's image resources (Adobe Photoshop File Formats Specification, image resource blocks).
public struct PhotoshopResources: Sendable {
  /// The bytes with which an APP13 segment of Photoshop starts.
  package static let identifier = Array("Photoshop 3.0\0".utf8)

  /// A resource: 0x0404 is IPTC, 0x040F a colour profile, 0x0422 Exif, 0x0424 XMP.
  public struct Resource: Sendable {
    /// The number of its kind.
    public var number: Int
    /// The name as Pascal has it: its length, the characters, and a zero if their number is even.
    fileprivate var name: Bytes
    /// Its content, without a byte that fills it up.
    public var data: Bytes
  }

  /// The resources in their order.
  public var resources: [Resource] = []

  /// Reads a list of resources; nil if something else is among them, except zeros at the end.
  public init?(_ bytes: Bytes) {
    let position = read(bytes)
    guard bytes.part(position..<bytes.count)?.isZero != false else { return nil }
  }

  private init() {}

  /// - Returns: the offset of what is no resource.
  private mutating func read(_ bytes: Bytes) -> Int {
    var position = 0
    while position + 12 <= bytes.count,
      bytes.part(position..<position + 4)?.elementsEqual("8BIM".utf8) ?? false
    {
      let number = Int(bytes[position + 4]) << 8 | Int(bytes[position + 5])
      // A name of Pascal's, with its length, in an even number of bytes.
      let data = position + 6 + (Int(bytes[position + 6]) + 2) / 2 * 2
      guard data + 4 <= bytes.count, let name = bytes.part(position + 6..<data),
        let size = bytes.part(data..<data + 4)?.reduce(0, { $0 << 8 | Int($1) }),
        size <= bytes.count - data - 4, let part = bytes.part(data + 4..<data + 4 + size)
      else { break }
      resources.append(Resource(number: number, name: name, data: part))
      position = data + 4 + (size + 1) / 2 * 2
    }
    return min(position, bytes.count)
  }

  /// The resources with their numbers, up to the first thing that is none.
  public static func all(in bytes: Bytes) -> [(number: Int, data: Bytes)] {
    var list = PhotoshopResources()
    _ = list.read(bytes)
    return list.resources.map { ($0.number, $0.data) }
  }

  /// The payloads of the APP13 segments that hold the resources; none without resources.
  package var segmentPayloads: [[UInt8]] {
    var bytes: [UInt8] = []
    for resource in resources {
      bytes += "8BIM".utf8
      bytes.append(UInt64(resource.number), size: 2, .big)
      bytes += resource.name
      bytes.append(UInt64(resource.data.count), size: 4, .big)
      bytes += resource.data
      if resource.data.count % 2 == 1 { bytes.append(0) }
    }
    return PhotoshopResources.payloads(of: bytes)
  }

  /// The payloads of the APP13 segments that hold a list as it is.
  package static func payloads(of bytes: [UInt8]) -> [[UInt8]] {
    let limit = 65_533 - PhotoshopResources.identifier.count
    return stride(from: 0, to: bytes.count, by: limit).map {
      PhotoshopResources.identifier + bytes[$0..<min($0 + limit, bytes.count)]
    }
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
