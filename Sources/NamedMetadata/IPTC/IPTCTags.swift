internal import FieldCoding

/// Datasets of the IPTC's Information Interchange Model (IIM 4.2 §5, §6).
enum IPTCTable {
  static let urgency = [
    0: "0 (reserved)", 1: "1 (most urgent)", 2: "2", 3: "3", 4: "4", 5: "5 (normal urgency)",
    6: "6", 7: "7", 8: "8 (least urgent)", 9: "9 (user-defined priority)",
  ]

  /// Names of the application record (2).
  static let names: [Int: String] = [
    0: "ApplicationRecordVersion", 3: "ObjectTypeReference", 4: "ObjectAttributeReference",
    5: "ObjectName", 7: "EditStatus", 8: "EditorialUpdate", 10: "Urgency", 12: "SubjectReference",
    15: "Category", 20: "SupplementalCategories", 22: "FixtureIdentifier", 25: "Keywords",
    26: "ContentLocationCode", 27: "ContentLocationName", 30: "ReleaseDate", 35: "ReleaseTime",
    37: "ExpirationDate", 38: "ExpirationTime", 40: "SpecialInstructions", 42: "ActionAdvised",
    45: "ReferenceService", 47: "ReferenceDate", 50: "ReferenceNumber", 55: "DateCreated",
    60: "TimeCreated", 62: "DigitalCreationDate", 63: "DigitalCreationTime",
    65: "OriginatingProgram", 70: "ProgramVersion", 75: "ObjectCycle", 80: "By-line",
    85: "By-lineTitle", 90: "City", 92: "Sub-location", 95: "Province-State",
    100: "Country-PrimaryLocationCode", 101: "Country-PrimaryLocationName",
    103: "OriginalTransmissionReference", 105: "Headline", 110: "Credit", 115: "Source",
    116: "CopyrightNotice", 118: "Contact", 120: "Caption-Abstract", 121: "LocalCaption",
    122: "Writer-Editor", 130: "ImageType", 131: "ImageOrientation", 135: "LanguageIdentifier",
    184: "JobID", 185: "MasterDocumentID", 186: "ShortDocumentID", 187: "UniqueDocumentID",
    188: "OwnerID", 221: "Prefs", 228: "ShortDocumentID", 230: "DocumentNotes",
  ]

  /// Datasets that may be repeated: their values are one list.
  static let lists: Set<Int> = [12, 20, 25, 26, 27, 45, 47, 50, 80, 85, 118, 122]
}

/// The tags of IPTC metadata: in a JPEG's APP13 segments, in Exif, in a box.
struct IPTCTags {
  private(set) var tags: [MetadataTag] = []
  private static let limit = 4096

  init(_ bytes: Bytes) {
    var position = 0
    var places: [String: Int] = [:]
    var isUTF8 = false
    while tags.count < IPTCTags.limit, position + 5 <= bytes.count, bytes[position] == 0x1C {
      let (record, dataset) = (Int(bytes[position + 1]), Int(bytes[position + 2]))
      var size = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
      position += 5
      if size & 0x8000 != 0 {
        // The length has so many bytes itself.
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
      if record == 2, IPTCTable.lists.contains(dataset), let index = places[name] {
        tags[index].value += ", " + value
      } else {
        places[name] = tags.count
        tags.append(MetadataTag("IPTC", name, value))
      }
    }
  }

  private static func named(
    _ record: Int, _ dataset: Int, _ data: Bytes, isUTF8: Bool
  ) -> (name: String, value: String)? {
    if record == 1 {
      switch dataset {
      case 0: return ("EnvelopeRecordVersion", number(data))
      case 90: return ("CodedCharacterSet", isUTF8 ? "UTF8" : ExifText.decoded(Array(data)))
      default: return nil
      }
    }
    guard record == 2, let name = IPTCTable.names[dataset] else { return nil }
    if dataset == 0 { return (name, number(data)) }
    let bytes = Array(data.prefix { $0 != 0 })
    let text =
      isUTF8
      ? String(decoding: bytes, as: UTF8.self)
      : ExifText.decoded(bytes)
    switch dataset {
    case 10: return (name, Writing.words(IPTCTable.urgency).written(text))
    case 221: return (name, Writing.photoMechanic.written(text))
    case 30, 37, 47, 55, 62: return (name, date(text))
    case 35, 38, 60, 63: return (name, time(text))
    default: return (name, text)
    }
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
