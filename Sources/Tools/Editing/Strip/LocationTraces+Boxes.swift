import HEIF
public import ISOBMFF
public import Metadata
import Movie

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
    add(TrailingData(file))
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
