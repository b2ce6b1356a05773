/// A file system on a disk, as far as it can be read.
package struct Volume: Sendable {
  /// A file that it names.
  package struct File: Sendable {
    /// Its path from the root; nil where names are not read.
    package var path: String?
    /// The number of bytes.
    package var count: Int
    /// The ranges of its bytes on the disk.
    package var pieces: [Range<Int>]
    /// Whether it was deleted: then only its start is known, and its clusters may have new content.
    package var isDeleted: Bool
  }

  /// `FAT32`, `exFAT`, `ext`.
  package var kind: String
  /// The range of its clusters.
  package var range: Range<Int>
  package var clusters: ClusterGrid
  package var files: [File] = []

  /// No card has more files, or deeper folders.
  static let mostFiles = 1 << 22
  static let mostFolders = 1 << 18
  static let depth = 64

  /// The file systems of a disk, with or without a table of partitions.
  package static func all(of image: DiskImage) -> [Volume] {
    var ranges = [0..<image.count]
    ranges += Partitions.ranges(of: image)
    var volumes: [Volume] = []
    for range in ranges where !volumes.contains(where: { $0.range.overlaps(range) }) {
      if let volume = FATVolume.read(image, range) ?? ExFATVolume.read(image, range)
        ?? ExtVolume.read(image, range)
      {
        volumes.append(volume)
      }
    }
    return volumes
  }
}

/// Little-endian numbers, as file systems of cards have them.
struct LittleEndian {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func number(_ offset: Int, _ size: Int) -> Int {
    guard offset >= 0, offset + size <= bytes.count else { return 0 }
    return Int(
      truncatingIfNeeded: bytes[offset..<offset + size].reversed().reduce(UInt64(0)) {
        $0 << 8 | UInt64($1)
      })
  }

  func has(_ text: String, at offset: Int) -> Bool {
    offset + text.utf8.count <= bytes.count
      && bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
  }

  /// Characters of two bytes each, up to one that ends the text.
  func text(_ offset: Int, _ count: Int) -> [UInt16] {
    (0..<count).map { UInt16(number(offset + 2 * $0, 2)) }
  }
}

/// The tables of partitions: that of the first sector (MBR), and that of UEFI (GPT).
enum Partitions {
  static func ranges(of image: DiskImage) -> [Range<Int>] {
    let first = LittleEndian(image.read(0..<512))
    guard first.number(510, 2) == 0xAA55 else { return [] }
    let entries = (0..<4).map { 446 + 16 * $0 }
    if entries.contains(where: { first.number($0 + 4, 1) == 0xEE }) { return unified(image) }
    return entries.compactMap { entry in
      guard first.number(entry + 4, 1) != 0 else { return nil }
      return range(first.number(entry + 8, 4), first.number(entry + 12, 4), image)
    }
  }

  private static func unified(_ image: DiskImage) -> [Range<Int>] {
    let header = LittleEndian(image.read(512..<1024))
    guard header.has("EFI PART", at: 0) else { return [] }
    let (start, count, size) = (header.number(72, 8), header.number(80, 4), header.number(84, 4))
    guard start > 0, start < image.count / 512, (128...4096).contains(size) else { return [] }
    return (0..<min(count, 128)).compactMap { index in
      let offset = start * 512 + index * size
      let entry = LittleEndian(image.read(offset..<offset + 128))
      let (first, last) = (entry.number(32, 8), entry.number(40, 8))
      guard first > 0, last >= first, last < Int.max / 1024 else { return nil }
      return range(first, last - first + 1, image)
    }
  }

  private static func range(_ first: Int, _ count: Int, _ image: DiskImage) -> Range<Int>? {
    let start = first * 512
    guard start < image.count, count > 0 else { return nil }
    return start..<min(start + count * 512, image.count)
  }
}
