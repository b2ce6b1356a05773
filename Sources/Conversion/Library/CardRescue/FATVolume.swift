/// FAT12, FAT16 and FAT32 (Microsoft, FAT: General Overview of On-Disk Format 1.03).
struct FATVolume {
  private let table: AllocationTable
  private var files: [Volume.File] = []
  private var folders = 0

  static func read(_ image: DiskImage, _ range: Range<Int>) -> Volume? {
    let boot = LittleEndian(image.read(range.prefix(512)))
    // BPB_BytsPerSec, BPB_SecPerClus, BPB_RsvdSecCnt, BPB_NumFATs
    let (sector, perCluster) = (boot.number(11, 2), boot.number(13, 1))
    let (reserved, tables) = (boot.number(14, 2), boot.number(16, 1))
    guard boot.number(510, 2) == 0xAA55, [512, 1024, 2048, 4096].contains(sector),
      perCluster > 0, perCluster & (perCluster - 1) == 0, reserved > 0, (1...2).contains(tables)
    else { return nil }
    let rootEntries = boot.number(17, 2)
    let tableSize = boot.number(22, 2) == 0 ? boot.number(36, 4) : boot.number(22, 2)
    let total = boot.number(19, 2) == 0 ? boot.number(32, 4) : boot.number(19, 2)
    let rootSectors = (rootEntries * 32 + sector - 1) / sector
    let firstData = reserved + tables * tableSize + rootSectors
    guard tableSize > 0, total > firstData else { return nil }
    let count = (total - firstData) / perCluster
    let bits = count < 4085 ? 12 : count < 65_525 ? 16 : 32
    let clusters = ClusterGrid(
      size: sector * perCluster, start: range.lowerBound + firstData * sector)
    guard tableSize * sector * 8 >= (count + 2) * bits, clusters.start < range.upperBound else {
      return nil
    }
    var volume = FATVolume(
      table: AllocationTable(
        image: image, start: range.lowerBound + reserved * sector, bits: bits,
        mask: bits == 32 ? 0x0FFF_FFFF : 1 << bits - 1, clusters: clusters, clusterCount: count))
    if bits == 32 {
      volume.readFolder(volume.table.chain(boot.number(44, 4)), "", 0)
    } else {
      let root = range.lowerBound + (reserved + tables * tableSize) * sector
      volume.readFolder([root..<root + rootEntries * 32], "", 0)
    }
    let end = min(clusters.start + count * clusters.size, image.count)
    return Volume(
      kind: "FAT\(bits)", range: clusters.start..<end, clusters: clusters, files: volume.files)
  }

  private init(table: AllocationTable) { self.table = table }

  private mutating func readFolder(_ ranges: [Range<Int>], _ path: String, _ depth: Int) {
    folders += 1
    guard depth < Volume.depth, folders < Volume.mostFolders else { return }
    let folder = FragmentedFile(table.image, ranges)
    var longName: [UInt16] = []
    for position in stride(from: 0, to: min(folder.count, 1 << 21), by: 32) {
      let entry = LittleEndian(folder.read(position..<position + 32))
      guard entry.bytes.count == 32, entry.bytes[0] != 0, files.count < Volume.mostFiles else {
        return
      }
      let attributes = entry.number(11, 1)
      if attributes & 0x3F == 0x0F {
        // The parts of a long name are in reverse order.
        longName = entry.text(1, 5) + entry.text(14, 6) + entry.text(28, 2) + longName
        if longName.count > 260 { longName = [] }
        continue
      }
      let name = longName.isEmpty ? shortName(entry.bytes) : FATVolume.name(longName)
      longName = []
      guard attributes & 0x08 == 0, entry.bytes[0] != UInt8(ascii: ".") else { continue }
      let first = entry.number(26, 2) | (table.bits == 32 ? entry.number(20, 2) << 16 : 0)
      let isDeleted = entry.bytes[0] == 0xE5
      let (size, path) = (entry.number(28, 4), "\(path)/\(name)")
      if attributes & 0x10 != 0 {
        if !isDeleted { readFolder(table.chain(first, count: 1 << 21), path, depth + 1) }
      } else if size > 0, let start = table.range(of: first)?.lowerBound {
        let pieces = isDeleted ? [start..<start + size] : table.chain(first, count: size)
        files.append(
          Volume.File(
            path: path, count: size,
            pieces: FragmentedFile(table.image, pieces).prefix(size).pieces,
            isDeleted: isDeleted))
      }
    }
  }

  /// The first byte of the name of a deleted file is lost.
  private func shortName(_ entry: [UInt8]) -> String {
    func text(_ bytes: some Sequence<UInt8>) -> String {
      let printable = bytes.map {
        (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: $0 == 0x20 ? " " : "_")
      }
      var text = String(decoding: printable, as: UTF8.self)
      while text.last == " " { text.removeLast() }
      return text
    }
    let (name, suffix) = (text(entry[0..<8]), text(entry[8..<11]))
    return suffix.isEmpty ? name : "\(name).\(suffix)"
  }

  private static func name(_ characters: [UInt16]) -> String {
    String(decoding: characters.prefix { $0 != 0 && $0 != 0xFFFF }, as: UTF16.self)
  }
}

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

/// The table that says which cluster follows each cluster (FAT), and where the clusters are.
struct AllocationTable {
  let image: DiskImage
  /// The start of the table on the disk.
  let start: Int
  /// The bits of an entry: 12, 16 or 32.
  let bits: Int
  /// The bits of it that count.
  let mask: Int
  let clusters: ClusterGrid
  let clusterCount: Int

  /// The range of a cluster by its number: the first is 2. Nil if there is no cluster with that number.
  func range(of cluster: Int) -> Range<Int>? {
    guard cluster >= 2, cluster < clusterCount + 2 else { return nil }
    let start = clusters.start + (cluster - 2) * clusters.size
    return start..<start + clusters.size
  }

  /// The clusters of a file.
  ///
  /// - Parameters:
  ///   - first: the number of its first cluster.
  ///   - count: the number of bytes that is sufficient.
  func chain(_ first: Int, count: Int = .max) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var cluster = first
    var length = 0
    // A chain that is a circle is longer than the disk.
    while let range = range(of: cluster), length < count, length <= clusterCount * clusters.size {
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
      length += range.count
      cluster = next(cluster)
    }
    return ranges
  }

  private func next(_ cluster: Int) -> Int {
    let bit = cluster * bits
    let offset = start + bit / 8
    let number = LittleEndian(Array(image.readFew(offset..<offset + 4))).number(0, 4)
    return number >> (bit % 8) & mask
  }
}
