import HEIF
public import ISOBMFF
public import Metadata
import Movie

/// Values of a file that must not occur in a new file without its metadata.
public struct MetadataTraces: Sendable {
  /// The locations where it was recorded.
  public let locations: LocationTraces
  /// The devices and persons that made it; empty if only the location is stripped.
  let identities: IdentityTraces

  /// The traces of a file that consists of boxes.
  public init(_ file: BoxFile, leavingOut what: MetadataStripping) {
    var (locations, identities) = (LocationTraces(), IdentityTraces())
    if what != .nothing { locations.add(file) }
    if what == .all { identities.add(file) }
    (self.locations, self.identities) = (locations, identities)
  }

  /// The traces of a file of any kind: JPEG, PNG, or boxes.
  public init(file bytes: Bytes, leavingOut what: MetadataStripping) {
    var locations = LocationTraces()
    if what != .nothing { locations.add(fileOfAnyKind: bytes) }
    self.init(locations, of: bytes, leavingOut: what)
  }

  /// The traces of a file whose locations are known.
  init(_ locations: LocationTraces, of bytes: Bytes, leavingOut what: MetadataStripping) {
    var identities = IdentityTraces()
    if what == .all { identities.add(fileOfAnyKind: bytes) }
    (self.locations, self.identities) = (locations, identities)
  }

  /// The first trace in the bytes of a file, and its offset: text, or numbers in any form.
  package func first(in bytes: Bytes) -> (what: String, offset: Int)? {
    if let offset = locations.first(in: bytes) { return ("the coordinates are", offset) }
    return identities.first(in: bytes).map { (MetadataTraces.identity, $0) }
  }

  private static let identity = "a serial number, identifier or name is"

  /// Throws if a file contains one of the values; the message says which, and where.
  public func check(_ written: Bytes) throws(EditError) {
    guard let found = first(in: written) else { return }
    throw EditError(
      .proofFailed, "\(found.what) left at byte \(found.offset)", offset: found.offset)
  }
}

/// Collects information from metadata anywhere in a file of boxes.
protocol TraceCollector {
  mutating func add(exif bytes: Bytes)
  mutating func add(xmp bytes: Bytes)
  mutating func add(jpeg: JPEGSegments)
  mutating func add(png: PNGChunks)
  mutating func add(_ records: Insta360Records)
  mutating func add(_ file: BoxFile)
}

extension LocationTraces: TraceCollector {}
extension IdentityTraces: TraceCollector {}

extension TraceCollector {
  /// Adds those of a file: JPEG, PNG, or boxes.
  mutating func add(fileOfAnyKind bytes: Bytes) {
    if bytes.starts(with: PNGChunks.signature) {
      add(png: PNGChunks(bytes))
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      let jpeg = JPEGSegments(bytes)
      add(jpeg: jpeg)
      add(TrailingData(jpeg))
    } else {
      add(BoxFile(bytes))
    }
  }

  /// Adds those of what follows an image or the last box.
  mutating func add(_ trailing: TrailingData) {
    for part in trailing.parts {
      switch part.kind {
      case .picture, .gainMap, .movie, .file: add(fileOfAnyKind: part.bytes)
      case .insta360(let records): add(records)
      case .samsung, .padding, .unknown: break
      }
    }
  }

  /// Adds those of what follows the last box of a file, and of the movie in a photo.
  mutating func addTrailing(of file: BoxFile) {
    add(TrailingData(file))
    for box in file.boxes { add(TrailingData(behindMovieIn: box, of: file)) }
  }

  /// Adds the metadata of a file's items.
  mutating func addItems(of file: BoxFile) {
    guard let heif = HEIFFile(file) else { return }
    // Thousands of items may share bytes.
    var seen: Set<[Range<Int>]> = []
    for item in heif.items {
      guard let kind = Stripping.Kind(item), let extents = try? heif.extents(of: item.id),
        seen.insert(extents).inserted, let data = try? heif.data(of: item.id)
      else { continue }
      switch kind {
      case .exif: if let tiff = ExifItem.tiff(in: data) { add(exif: tiff) }
      case .xmp, .xml: add(xmp: data)
      case .picture: add(jpeg: JPEGSegments(data))
      case .mime, .uri, .regions, .unknown: break
      }
    }
  }

  /// Adds the Exif and XMP in a box, without that of its children.
  mutating func addMetadata(of box: Box) {
    if box.type == "Exif" || box.userType.map({ Stripping.exif.contains($0) }) == true,
      let tiff = box.opaquePayload.flatMap({ ExifItem.tiff(in: $0) })
    {
      add(exif: tiff)
    }
    if box.type == "XMP_" || box.userType == Stripping.xmp, let payload = box.opaquePayload {
      add(xmp: payload)
    }
    if let xml = box[XMLBox.self]?.xml.bytes { add(xmp: Bytes(xml)) }
  }
}

extension IdentityTraces {
  /// The traces of a file that consists of boxes: in items, keys, user data, XMP and Exif at any depth, and in
  /// movies inside the file.
  public init(_ file: BoxFile) {
    self.init()
    add(file)
  }

  /// The serial number of Insta360 is a text in the record of the camera.
  mutating func add(_ records: Insta360Records) {
    for record in records.records where record.id == Insta360Records.Record.camera {
      for text in record.payload.split(whereSeparator: { !(0x20...0x7E).contains($0) }) {
        add(text: text)
      }
    }
  }

  mutating func add(_ file: BoxFile) {
    for box in file.boxes { add(box) }
    addTrailing(of: file)
    addItems(of: file)
  }

  private mutating func add(_ box: Box) {
    if Stripping.isMedia(box) { return }
    if box.type == "meta" { addKeys(of: box.children) }
    // The author and the artist of user data (QuickTime File Format, user data).
    if ["\u{A9}aut", "\u{A9}ART", "auth"].contains(box.type.description) {
      for entry in box[UserDataTextBox.self]?.texts ?? [] { add(text: entry.text.bytes) }
      if let text = box[AssetTextBox.self]?.text { add(text: text.bytes) }
    }
    addMetadata(of: box)
    for child in box.children { add(child) }
  }

  /// The values of keys that are for identities: `com.apple.quicktime.content.identifier`.
  private mutating func addKeys(of meta: [Box]) {
    let keys = meta.first(MetadataItemKeysBox.self)?.keys.map(\.value.string) ?? []
    for item in meta.at("ilst") {
      let index = Int(item.type.rawValue) - 1
      guard keys.indices.contains(index), IdentityTraces.isIdentity(key: keys[index]) else {
        continue
      }
      for value in item.children.compactMap({ $0[MetadataValueBox.self]?.value })
      where value.count < 1 << 16 {
        add(text: value)
      }
    }
  }

  private static func isIdentity(key: String) -> Bool {
    isIdentity(name: key) || isIdentity(name: String(key.split(separator: ".").last ?? ""))
  }
}

extension LocationTraces {
  /// The locations in a file that consists of boxes: in items, user data, keys, XMP and Exif at any depth, in
  /// movies inside the file, and in samples of timed metadata.
  public init(_ file: BoxFile) {
    self.init()
    add(file)
  }

  /// The locations in a file of any kind: JPEG, PNG, or boxes.
  public init(file bytes: Bytes) {
    self.init()
    add(fileOfAnyKind: bytes)
  }

  mutating func add(_ file: BoxFile) {
    let contents = BoxContents(file)
    for part in contents.texts { add(text: part.bytes) }
    for part in contents.unread { add(data: part.bytes) }
    for box in file.boxes { add(box) }
    addTrailing(of: file)
    addItems(of: file)
    for track in MovieFile(file)?.tracks ?? [] where !Stripping.isMedia(track) {
      add(track, in: file.bytes)
    }
  }

  mutating func add(_ box: Box) {
    if Stripping.isMedia(box) { return }
    if let location = box[LocationInformationBox.self] { add(location) }
    if box.type == "meta" { addNames(in: box.children) }
    addMetadata(of: box)
    for child in box.children { add(child) }
  }

  private mutating func add(_ location: LocationInformationBox) {
    add(
      latitude: Double(location.latitude) / 65_536, longitude: Double(location.longitude) / 65_536)
    add(
      pattern: [location.longitude, location.latitude].flatMap { number in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
      })
    add(name: location.name.string)
    add(text: location.additionalNotes.bytes)
  }

  /// Adds the values of keys for names of locations.
  private mutating func addNames(in meta: [Box]) {
    let keys = meta.first(MetadataItemKeysBox.self)?.keys.map(\.value.string) ?? []
    for item in meta.at("ilst") {
      let index = Int(item.type.rawValue) - 1
      guard keys.indices.contains(index), LocationText.isLocation(key: keys[index]),
        keys[index].lowercased().hasSuffix("name")
      else { continue }
      for value in item.children.compactMap({ $0[MetadataValueBox.self] }) {
        add(name: String(decoding: value.value, as: UTF8.self))
      }
    }
  }

  /// Rows of 53 bytes: a time, `A` if it is valid, then latitude and longitude, each followed by its letter.
  mutating func add(_ records: Insta360Records) {
    for record in records.records where record.id == Insta360Records.Record.positions {
      for row in stride(from: 0, to: record.payload.count - 52, by: 53) {
        func degrees(at offset: Int) -> Double {
          let bits = (0..<8).reduce(UInt64(0)) {
            $0 | UInt64(record.payload[row + offset + $1]) << UInt64(8 * $1)
          }
          return Double(bitPattern: bits)
        }
        guard record.payload[row + 10] == UInt8(ascii: "A") else { continue }
        add(latitude: degrees(at: 11), longitude: degrees(at: 20))
      }
    }
  }

  // MARK: Timed metadata

  private mutating func add(_ track: Track, in file: Bytes) {
    let type = track.sampleEntries.first?.type ?? track.handlerType
    for sample in track.samples.withBytes {
      guard let bytes = file.part(sample.fileRange), bytes.count < 1 << 20 else { continue }
      switch type {
      case "camm": addMotion(bytes)
      case "gpmd": addGoPro((try? GoProMetadataBox(decoding: bytes))?.entries ?? [])
      default: for text in bytes.formsOfText { add(text: text) }
      }
    }
  }

  /// Adds camera motion metadata: type 5 is a position, and type 6 a position with its time.
  private mutating func addMotion(_ sample: Bytes) {
    guard sample.count >= 4, sample[3] == 0, let start = [5: 4, 6: 16][sample[2]] else { return }
    let numbers = [start, start + 8].map { offset -> Double? in
      guard offset + 8 <= sample.count else { return nil }
      let bits = (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(sample[offset + $1]) }
      return Double(bitPattern: bits)
    }
    add(latitude: numbers[0], longitude: numbers[1])
  }

  /// Rows of latitude, longitude and more, which `SCAL` scales.
  private mutating func addGoPro(_ entries: [GoProEntry]) {
    var scales: [Double] = []
    for entry in entries {
      switch "\(entry.key)" {
      case "SCAL": scales = entry.integers.map(Double.init)
      case "GPS5":
        let numbers = entry.integers
        guard scales.count >= 2, scales[0] != 0, scales[1] != 0 else { continue }
        for row in stride(from: 0, to: numbers.count - 1, by: 5) {
          add(
            latitude: Double(numbers[row]) / scales[0],
            longitude: Double(numbers[row + 1]) / scales[1])
        }
      default: addGoPro(entry.entries)
      }
    }
  }
}

extension GoProEntry {
  /// Numbers of 32 bits.
  fileprivate var integers: [Int32] {
    guard type == 0x6C || type == 0x4C else { return [] }
    return stride(from: 0, to: data.count - 3, by: 4).map { offset in
      Int32(bitPattern: (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(data[offset + $1]) })
    }
  }
}
