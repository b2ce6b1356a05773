internal import FieldCoding
internal import StillMetadata

/// The tags of IPTC metadata: in a JPEG's APP13 segments, in Exif, in a box.
struct IPTCTags {
  private(set) var tags: [MetadataTag] = []
  private static let limit = 4096

  /// - Parameter number: which structure of the file it is; the group of the second is `IPTC2`.
  init(_ bytes: Bytes, number: Int = 1) {
    let group = number > 1 ? "IPTC\(number)" : "IPTC"
    var position = 0
    var places: [String: Int] = [:]
    var isUTF8 = false
    while tags.count < IPTCTags.limit, position + 5 <= bytes.count, bytes[position] == 0x1C {
      let (record, dataset) = (Int(bytes[position + 1]), Int(bytes[position + 2]))
      var size = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
      position += 5
      if size & 0x8000 != 0 {
        // The length itself has this number of bytes.
        let count = size & 0x7FFF
        guard count <= 4, let length = bytes.part(position..<min(bytes.count, position + count))
        else { return }
        size = length.reduce(0) { $0 << 8 | Int($1) }
        position += count
      }
      guard size <= bytes.count - position, let data = bytes.part(position..<position + size) else {
        return
      }
      position += size
      if record == 1, dataset == 90 { isUTF8 = data.elementsEqual([0x1B, 0x25, 0x47]) }
      guard let (name, value) = IPTCTags.named(record, dataset, data, isUTF8: isUTF8) else {
        continue
      }
      if IPTCTable.records[record]?[dataset]?.isList ?? false, let index = places[name] {
        tags[index].value += ", " + value
      } else {
        places[name] = tags.count
        tags.append(MetadataTag(group, name, value))
      }
    }
  }

  private static func named(
    _ record: Int, _ dataset: Int, _ data: Bytes, isUTF8: Bool
  ) -> (name: String, value: String)? {
    guard let entry = IPTCTable.records[record]?[dataset] else { return nil }
    if record == 1, dataset == 90, isUTF8 { return (entry.name, "UTF8") }
    let plain: String
    switch entry.form {
    case .number: plain = number(data)
    case .bytes: return (entry.name, bytesInWords(data.count))
    case .text, .date, .time:
      let bytes = Array(data.prefix { $0 != 0 })
      plain = isUTF8 ? String(decoding: bytes, as: UTF8.self) : Text.words(bytes)
    }
    if entry.form == .date { return (entry.name, date(plain)) }
    if entry.form == .time { return (entry.name, time(plain)) }
    return (entry.name, entry.writing?.written(plain) ?? plain)
  }

  private static func number(_ data: Bytes) -> String {
    "\(data.prefix(4).reduce(0) { $0 << 8 | Int($1) })"
  }

  /// `2019:12:16` of `20191216`.
  private static func date(_ text: String) -> String {
    guard text.count == 8, text.allSatisfy(\.isNumber) else { return text }
    return "\(text.prefix(4)):\(text.dropFirst(4).prefix(2)):\(text.suffix(2))"
  }

  /// `15:12:02+00:00` of `151202+0000`.
  static func time(_ text: String) -> String {
    let parts = Array(text)
    guard parts.count == 6 || parts.count == 11, parts.prefix(6).allSatisfy(\.isNumber) else {
      return text
    }
    func pair(_ index: Int) -> String { String(parts[index...index + 1]) }
    let time = "\(pair(0)):\(pair(2)):\(pair(4))"
    return parts.count == 6 ? time : "\(time)\(parts[6])\(pair(7)):\(pair(9))"
  }
}

/// The resources of Photoshop in APP13 segments.
enum PhotoshopResources {
  static let identifier = Array("Photoshop 3.0\0".utf8)

  /// The resources with their numbers: 0x0404 is IPTC, 0x040F a colour profile, 0x0422 Exif, 0x0424
  /// XMP.
  static func all(in bytes: Bytes) -> [(number: Int, data: Bytes)] {
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
}
