import HEIF
import ISOBMFF
import Metadata

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
