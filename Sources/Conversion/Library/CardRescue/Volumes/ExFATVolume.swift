/// exFAT (Microsoft, exFAT file system specification).
struct ExFATVolume {
  private let table: AllocationTable
  private var files: [Volume.File] = []
  private var folders = 0

  static func read(_ image: DiskImage, _ range: Range<Int>) -> Volume? {
    let boot = LittleEndian(image.read(range.prefix(512)))
    guard boot.has("EXFAT   ", at: 3) else { return nil }
    // BytesPerSectorShift, SectorsPerClusterShift
    let (sectorShift, clusterShift) = (boot.number(108, 1), boot.number(109, 1))
    guard (9...12).contains(sectorShift), sectorShift + clusterShift <= 25 else { return nil }
    // FatOffset, ClusterHeapOffset, ClusterCount, FirstClusterOfRootDirectory
    let heap = range.lowerBound + boot.number(88, 4) << sectorShift
    let count = boot.number(92, 4)
    let clusters = ClusterGrid(size: 1 << (sectorShift + clusterShift), start: heap)
    guard heap < range.upperBound, count > 0 else { return nil }
    var volume = ExFATVolume(
      table: AllocationTable(
        image: image, start: range.lowerBound + boot.number(80, 4) << sectorShift, bits: 32,
        mask: 0xFFFF_FFFF, clusters: clusters, clusterCount: count))
    volume.readFolder(volume.table.chain(boot.number(96, 4)), "", 0)
    let end = min(heap + count * clusters.size, image.count)
    return Volume(kind: "exFAT", range: heap..<end, clusters: clusters, files: volume.files)
  }

  private init(table: AllocationTable) { self.table = table }

  private mutating func readFolder(_ ranges: [Range<Int>], _ path: String, _ depth: Int) {
    folders += 1
    guard depth < Volume.depth, folders < Volume.mostFolders else { return }
    let folder = FragmentedFile(table.image, ranges)
    var entry = Entry()
    for position in stride(from: 0, to: min(folder.count, 1 << 28), by: 32) {
      let bytes = LittleEndian(folder.read(position..<position + 32))
      guard bytes.bytes.count == 32, bytes.bytes[0] != 0, files.count < Volume.mostFiles else {
        return
      }
      // Bit 7 of the type says that the entry is in use.
      switch bytes.number(0, 1) & 0x7F {
      case 0x05:
        entry = Entry()
        entry.isDeleted = bytes.bytes[0] < 0x80
        entry.isFolder = bytes.number(4, 2) & 0x10 != 0
      case 0x40:
        entry.isContiguous = bytes.number(1, 1) & 2 != 0
        entry.nameCount = bytes.number(3, 1)
        entry.first = bytes.number(20, 4)
        entry.count = bytes.number(24, 8)
      case 0x41:
        entry.name += bytes.text(2, 15)
        guard entry.name.count >= entry.nameCount else { continue }
        add(entry, path, depth)
        entry = Entry()
      default: entry = Entry()
      }
    }
  }

  /// The entries of one file: its own, its stream, its name.
  private struct Entry {
    var isDeleted = false
    var isFolder = false
    var isContiguous = false
    var nameCount = 0
    var first = 0
    var count = 0
    var name: [UInt16] = []
  }

  private mutating func add(_ entry: Entry, _ path: String, _ depth: Int) {
    guard entry.nameCount > 0, let start = table.range(of: entry.first)?.lowerBound,
      entry.count > 0,
      entry.count <= table.image.count
    else { return }
    let path = "\(path)/\(String(decoding: entry.name.prefix(entry.nameCount), as: UTF16.self))"
    // A file in one piece has no chain, and that of a deleted file may be of another by now.
    let pieces =
      entry.isContiguous || entry.isDeleted
      ? [start..<start + entry.count] : table.chain(entry.first, count: entry.count)
    if entry.isFolder {
      if !entry.isDeleted { readFolder(pieces, path, depth + 1) }
    } else {
      files.append(
        Volume.File(
          path: path, count: entry.count,
          pieces: FragmentedFile(table.image, pieces).prefix(entry.count).pieces,
          isDeleted: entry.isDeleted))
    }
  }
}
