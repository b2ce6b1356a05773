/// The records of the IPTC's Information Interchange Model (IIM 4.2 §1.6): a list of datasets.
public struct IPTCRecords: Sendable {
  /// A value with its number.
  public struct Dataset: Sendable {
    /// The record: 1 is the envelope, 2 the application.
    public var record: Int
    /// The number within the record.
    public var number: Int
    /// The value.
    public var data: Bytes
    /// Where it is in the records, with its header.
    fileprivate var range: Range<Int>
  }

  /// The datasets in the order of the file.
  public private(set) var datasets: [Dataset] = []
  /// Whether texts are UTF-8, according to dataset 1:90. Without it, programs write Windows-1252 or UTF-8.
  public private(set) var isUTF8 = false

  private static let limit = 4096
  private let bytes: Bytes

  /// Reads all datasets until the first one that is cut or damaged.
  public init(_ bytes: Bytes) {
    self.bytes = bytes
    var position = 0
    while datasets.count < IPTCRecords.limit, position + 5 <= bytes.count, bytes[position] == 0x1C {
      let start = position
      let (record, number) = (Int(bytes[position + 1]), Int(bytes[position + 2]))
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
      if record == 1, number == 90 { isUTF8 = data.elementsEqual([0x1B, 0x25, 0x47]) }
      datasets.append(
        Dataset(record: record, number: number, data: data, range: start..<position))
    }
  }

  /// Datasets of the application record that are for locations: codes and names of content locations, city,
  /// sublocation, state, country code and country (IIM 4.2 §6).
  private static let locationDatasets: Set<Int> = [26, 27, 90, 92, 95, 100, 101]
  /// Datasets of the same record in which people write.
  private static let texts = [
    5: "title", 25: "keywords", 40: "instructions", 80: "author", 105: "headline", 110: "credit",
    115: "source", 116: "copyright notice", 120: "caption", 122: "author of the caption",
  ]

  /// The records without those that tell a location: those for locations, and those that contain one of `traces`. What
  /// is not a dataset goes if it does.
  ///
  /// - Returns: the bytes, nil if nothing has to be removed; and the names of texts that stay.
  package func withoutLocation(_ traces: LocationTraces) -> (bytes: [UInt8]?, texts: [String]) {
    var kept: [UInt8] = []
    var texts: [String] = []
    for dataset in datasets {
      let isLocation = dataset.record == 2 && IPTCRecords.locationDatasets.contains(dataset.number)
      if isLocation || traces.isFound(inText: dataset.data) || LocationText.isKeyword(dataset.data)
      {
        continue
      }
      if let part = bytes.part(dataset.range) { kept += part }
      guard dataset.record == 2, let name = IPTCRecords.texts[dataset.number],
        LocationTraces.tellsSomething(text(dataset)), !texts.contains("\(name) (IPTC)")
      else { continue }
      texts.append("\(name) (IPTC)")
    }
    if let rest = bytes.part((datasets.last?.range.upperBound ?? 0)..<bytes.count),
      !rest.statesLocation(traces)
    {
      kept += rest
    }
    return (kept.count == bytes.count ? nil : kept, texts)
  }

  /// The text of a dataset, up to its first zero byte.
  public func text(_ dataset: Dataset) -> String {
    let bytes = Array(dataset.data.prefix { $0 != 0 })
    if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self) ?? Windows1252.text(bytes)
  }

  /// The date and the time when the image was taken, in one text: `2019-12-16 15:12:02+00:00` (datasets 2:55 and
  /// 2:60). Nil if there is no date.
  public var dateCreated: String? {
    guard let date = digits(55).map(Array.init), date.count == 8, date.allSatisfy(\.isNumber),
      date.contains(where: { $0 != "0" })
    else { return nil }
    let day = "\(String(date[..<4]))-\(String(date[4..<6]))-\(String(date[6...]))"
    return digits(60).flatMap(IPTCRecords.time).map { "\(day) \($0)" } ?? day
  }

  private func digits(_ number: Int) -> String? {
    datasets.first { $0.record == 2 && $0.number == number }.map(text)
  }

  /// `15:12:02+00:00` of `151202+0000`, with or without a fraction of a second; nil for other texts.
  public static func time(_ text: String) -> String? {
    let zone = text.firstIndex { $0 == "+" || $0 == "-" } ?? text.endIndex
    let clock = Array(text[..<zone])
    guard clock.count >= 6, clock.prefix(6).allSatisfy(\.isNumber),
      clock.count == 6 || clock[6] == "." && clock.dropFirst(7).allSatisfy(\.isNumber)
    else { return nil }
    let fraction = String(clock[6...])
    let time =
      "\(String(clock[..<2])):\(String(clock[2..<4])):\(String(clock[4..<6]))\(fraction)"
    let offset = Array(text[zone...])
    if offset.isEmpty { return time }
    guard offset.count == 5, offset.dropFirst().allSatisfy(\.isNumber) else { return nil }
    return "\(time)\(String(offset[..<3])):\(String(offset[3...]))"
  }
}

/// The encoding of western Windows systems: Latin-1, with letters and signs instead of the controls from 0x80 on.
enum Windows1252 {
  private static let upper = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  static func text(_ bytes: [UInt8]) -> String {
    String(
      String.UnicodeScalarView(
        bytes.map { (0x80...0x9F).contains($0) ? upper[Int($0) - 0x80] : Unicode.Scalar($0) }))
  }
}

extension EmbeddedFormat {
  /// Records of the IPTC's Information Interchange Model (IIM 4.2 §1.6).
  public static let iptc = EmbeddedFormat { (f, _) throws(FieldError) in
    var index = 0
    while f.rest.first == 0x1C {
      try f.within("datasets[\(index)]") { (f) throws(FieldError) in try f.dataset() }
      index += 1
    }
  }

  /// Photoshop's image resources: data about an image besides its pixels.
  public static let photoshopResources = EmbeddedFormat { (f, _) throws(FieldError) in
    var index = 0
    while f.rest.has("8BIM".utf8) {
      try f.within("resources[\(index)]") { (f) throws(FieldError) in try f.resource() }
      index += 1
    }
  }
}

extension FieldCoder {
  fileprivate mutating func dataset() throws(FieldError) {
    try spendElement()
    var (marker, record, dataset) = (UInt8(0), UInt8(0), UInt8(0))
    try uint(8, "tag_marker", &marker, as: .hex)
    try uint(
      8, "record_number", &record,
      as: .names([
        1: "envelope", 2: "application", 3: "news photo", 7: "before the object", 8: "object",
        9: "behind the object",
      ]))
    try uint(8, "dataset_number", &dataset)
    var isLong = false
    var size: UInt32 = 0
    try flag("extended", &isLong)
    if isLong {
      var width: UInt16 = 0
      try uint(15, "count_size", &width)
      try uint(Int(width) * 8, "data_field_octet_count", &size)
    } else {
      try uint(15, "data_field_octet_count", &size)
    }
    var data = Bytes()
    try bytes("data", &data, count: .exactly(Int(size))) { data in
      data.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D }
        ? .text(Text(bytes: Array(data))) : nil
    }
  }

  fileprivate mutating func resource() throws(FieldError) {
    try spendElement()
    var (signature, id) = (FourCC(rawValue: 0), UInt16(0))
    var name = Text()
    try fourCC("signature", &signature)
    try uint(16, "id", &id, as: .names(FieldCoder.resources))
    try pascalText("name", &name, in: (Int(rest.first ?? 0) + 2) / 2 * 2)
    var data = Bytes()
    try bytes("data", &data, count: .bits(32, "size"), of: FieldCoder.format(ofResource: id))
    if data.count % 2 == 1, !isAtEnd { try reserved(8) }
  }

  /// The meaning of some of the numbers (Adobe Photoshop File Formats Specification, image resource IDs).
  private static let resources: ValueNames = [
    0x03E9: "Macintosh print information", 0x03ED: "resolution", 0x03EE: "names of channels",
    0x03F3: "print flags", 0x03F5: "halftones", 0x03F8: "transfer functions",
    0x0404: "IPTC", 0x0406: "JPEG quality", 0x0408: "grid and guides", 0x0409: "thumbnail, BGR",
    0x040A: "copyright flag", 0x040B: "URL", 0x040C: "thumbnail", 0x040D: "global angle",
    0x040F: "ICC profile", 0x0410: "watermark", 0x0411: "profile not wanted", 0x0414: "layer IDs",
    0x0419: "global altitude", 0x041A: "slices", 0x041E: "URL list", 0x0421: "version",
    0x0422: "Exif", 0x0423: "Exif 3", 0x0424: "XMP", 0x0425: "digest of IPTC",
    0x0426: "print scale", 0x0428: "pixel aspect ratio", 0x043A: "print information",
    0x043B: "print style", 0x2710: "print flags information",
  ]

  private static func format(ofResource id: UInt16) -> EmbeddedFormat? {
    switch id {
    case 0x0404: .iptc
    case 0x040F: .iccProfile
    case 0x0422: .tiff()
    case 0x0424: .text
    default: nil
    }
  }
}

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
