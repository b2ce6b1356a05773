import HEIF
import ISOBMFF
import Metadata

/// Files without their media, which are put back as zeros: what is made must be whole, and mutations
/// should meet boxes.
public enum Shortened {
  /// Of a box that was shortened, before the size that it had and the bytes of it that are kept.
  private static let mark = Array("shortmdt".utf8)
  private static let limit = 1 << 20

  /// The file, shortened; nothing if it is too large even so, or none that can be.
  public static func seeds(_ bytes: Bytes) -> [[UInt8]] { file(bytes).map { [$0] } ?? [] }

  private static func file(_ bytes: Bytes) -> [UInt8]? {
    if bytes.starts(with: [0xFF, 0xD8]) { return picture(bytes) }
    let file = BoxFile(bytes)
    var seed: [UInt8] = []
    let kept = exif(in: file)
    for box in file.boxes {
      let source = box.source ?? Bytes()
      guard box.type == "mdat", source.count > 256, source[0..<4].contains(where: { $0 != 0 }),
        source[0..<4].elementsEqual([0, 0, 0, 1]) == false
      else {
        seed += source
        continue
      }
      guard source.count <= limit else { return nil }
      let start = source.fileOffset
      let range =
        kept.map { $0.clamped(to: start + 8..<start + source.count) } ?? start + 8..<start + 8
      seed += source[0..<8] + mark + number(range.lowerBound - start) + number(range.count)
      seed += source[range.lowerBound - start..<range.upperBound - start]
    }
    return seed.count <= 24_576 && !seed.isEmpty ? seed : nil
  }

  /// All segments, and of the scan a few bytes.
  private static func picture(_ bytes: Bytes) -> [UInt8]? {
    let scan = JPEGSegments(bytes).segments.first { $0.marker == 0xDA }
    guard let scan, scan.offset + 64 < bytes.count, scan.offset < 24_576 else { return nil }
    return Array(bytes[0..<scan.offset + 64]) + [0xFF, 0xD9]
  }

  private static func exif(in file: BoxFile) -> Range<Int>? {
    guard let photo = HEIFFile(file), let primary = photo.primaryItemID,
      let item = photo.exifItem(of: primary), let extents = try? photo.extents(of: item.id)
    else { return nil }
    return extents.first
  }

  /// The file with zeros where its media were.
  public static func expanded(_ bytes: Bytes) -> Bytes {
    var file: [UInt8] = []
    var rest = Array(bytes)[...]
    while let range = rest.firstRange(of: mark), range.lowerBound >= rest.startIndex + 8,
      range.upperBound + 8 <= rest.endIndex
    {
      let size = integer(rest[(range.lowerBound - 8)..<(range.lowerBound - 4)])
      let start = integer(rest[range.upperBound..<(range.upperBound + 4)])
      let count = integer(rest[(range.upperBound + 4)..<(range.upperBound + 8)])
      let end = range.upperBound + 8
      file += rest[..<range.lowerBound]
      rest = rest[end...]
      guard start >= 8, size <= limit, start <= size, count <= size - start, count <= rest.count
      else { continue }
      file += [UInt8](repeating: 0, count: start - 8) + rest.prefix(count)
      file += [UInt8](repeating: 0, count: size - start - count)
      rest = rest.dropFirst(count)
    }
    return Bytes(file + rest)
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
