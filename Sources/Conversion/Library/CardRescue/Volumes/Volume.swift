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
