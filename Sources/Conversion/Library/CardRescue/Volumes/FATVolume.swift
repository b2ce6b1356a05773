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
