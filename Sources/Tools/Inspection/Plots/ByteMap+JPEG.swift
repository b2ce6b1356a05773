import FieldCoding
package import HEIF
import ISOBMFF
package import Metadata

extension ByteMap {
  /// The use of each byte of a JPEG file. Further images, which an index refers to or which simply follow the first
  /// one, are one region each.
  ///
  /// - Parameter motion: the ranges of a movie and of Samsung's records; nil if there is no movie.
  package init(_ jpeg: JPEGSegments, _ motion: MotionPhoto?) {
    let bytes = jpeg.bytes
    var parts = JPEGParts(jpeg)
    parts.add(segments: jpeg)
    for part in TrailingData(jpeg, motion).parts { parts.add(part) }
    self.init(
      regions: parts.regions(bytes), byteCount: bytes.count,
      limitation: jpeg.finding.map { "The segments could not be followed: \($0)." })
  }

  /// The map, with the purposes of the bytes of a file in this file.
  ///
  /// - Parameter range: the range of that file.
  package func containing(_ inner: ByteMap, at range: Range<Int>) -> ByteMap {
    var regions: [Region] = []
    var isIn = false
    for region in self.regions {
      let before = region.range.clamped(
        to: region.range.lowerBound..<max(region.range.lowerBound, range.lowerBound))
      let start = max(region.range.lowerBound, range.upperBound)
      if !before.isEmpty { regions.append(Region(range: before, use: region.use)) }
      if !isIn, region.range.overlaps(range) {
        isIn = true
        regions += inner.regions.compactMap { part in
          let own =
            part.range.lowerBound + range.lowerBound..<part.range.upperBound + range.lowerBound
          let shown = own.clamped(to: range)
          return shown.isEmpty ? nil : Region(range: shown, use: part.use)
        }
      }
      if start < region.range.upperBound {
        regions.append(Region(range: start..<region.range.upperBound, use: region.use))
      }
    }
    // Bytes that are missing at the end are missing in both.
    if range.upperBound == byteCount, let missing = inner.regions.last, missing.use == .missing {
      regions.append(
        Region(range: byteCount..<byteCount.addingSaturating(missing.range.count), use: .missing))
    }
    return ByteMap(
      regions: regions, byteCount: byteCount, limitation: limitation ?? inner.limitation)
  }
}

/// The parts of a JPEG file, in any order. Of parts that overlap, the one that was found first counts.
private struct JPEGParts {
  private let bytes: Bytes
  var owned: [(range: Range<Int>, use: ByteMap.Use)] = []

  init(_ jpeg: JPEGSegments) { bytes = jpeg.bytes }

  /// Adds the segments of the first image, with its coded samples.
  mutating func add(segments jpeg: JPEGSegments) {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return }
    owned.append((0..<2, .segment(JPEGParts.markers)))
    var position = 2
    func add(_ marker: UInt8, _ range: Range<Int>, _ payload: Bytes?) {
      owned.append((range, .segment(JPEGParts.title(marker, payload))))
      position = range.upperBound
    }
    for segment in jpeg.segments {
      add(segment.marker, segment.offset..<segment.offset + segment.size, segment.payload)
    }
    guard jpeg.segments.last?.marker == 0xDA else { return }
    let samples = ByteMap.Use.image("coded samples of the image")
    let end = jpeg.walkScans { marker, range in
      owned.append((position..<range.lowerBound, samples))
      add(marker, range, nil)
    }
    owned.append((position..<(end.map { $0 - 2 } ?? bytes.count), samples))
    if let end { owned.append((end - 2..<end, .segment(JPEGParts.markers))) }
  }

  /// Adds data after the first image.
  mutating func add(_ part: TrailingData.Part) {
    switch part.kind {
    case .picture, .gainMap: owned.append((part.range, .image(part.kind.title)))
    case .movie: owned.append((part.range, .image("movie")))
    case .file: owned.append((part.range, .image(part.kind.title)))
    case .samsung, .insta360: owned.append((part.range, .segment(part.kind.title)))
    case .padding: owned.append((part.range, .free))
    case .unknown: break
    }
  }

  /// All bytes in their order. Zeros that nothing refers to are free space.
  func regions(_ bytes: Bytes) -> [ByteMap.Region] {
    var regions: [ByteMap.Region] = []
    var position = 0
    func add(_ end: Int, _ use: ByteMap.Use) {
      guard end > position else { return }
      if let last = regions.last, last.use == use {
        regions[regions.count - 1].range = last.range.lowerBound..<end
      } else {
        regions.append(ByteMap.Region(range: position..<end, use: use))
      }
      position = end
    }
    func addUnknown(_ end: Int) {
      let isRoom = bytes.part(position..<end)?.allSatisfy { $0 == 0 } ?? false
      add(end, isRoom ? .free : .lost)
    }
    for (range, use) in owned.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if range.lowerBound > position { addUnknown(min(range.lowerBound, bytes.count)) }
      add(min(range.upperBound, bytes.count), use)
    }
    if position < bytes.count { addUnknown(bytes.count) }
    let last = owned.map(\.range.upperBound).max() ?? 0
    if last > bytes.count {
      regions.append(ByteMap.Region(range: bytes.count..<last, use: .missing))
    }
    return regions
  }

  private static let markers = "SOI and EOI: start and end of the image"

  /// `APP1: Exif`
  private static func title(_ marker: UInt8, _ payload: Bytes?) -> String {
    let name = JPEGSegments.name(marker)
    guard let use = JPEGSegments.use(marker, payload) else { return name }
    return "\(name): \(use)"
  }
}
