/// ext2, ext3 and ext4 (Linux kernel documentation, Data Structures and Algorithms). The files have no names here:
/// their inodes state their ranges.
struct ExtVolume {
  private let image: DiskImage
  private let start: Int
  private let block: Int

  static func read(_ image: DiskImage, _ range: Range<Int>) -> Volume? {
    let offset = range.lowerBound + 1024
    let head = LittleEndian(image.read(offset..<offset + 1024))
    // s_magic, s_log_block_size
    guard head.number(56, 2) == 0xEF53, head.number(24, 4) <= 6 else { return nil }
    let block = 1024 << head.number(24, 4)
    let isWide = head.number(96, 4) & 0x80 != 0
    // s_blocks_count, s_blocks_per_group, s_inodes_per_group
    let blocks = head.number(4, 4) | (isWide ? head.number(336, 4) << 32 : 0)
    let (perGroup, inodesPerGroup) = (head.number(32, 4), head.number(40, 4))
    let inodeSize = head.number(76, 4) == 0 ? 128 : head.number(88, 2)
    let descriptorSize = isWide ? head.number(254, 2) : 32
    guard perGroup > 0, inodesPerGroup > 0, inodesPerGroup <= block * 8, blocks > 0,
      blocks <= image.count / block, (128...4096).contains(inodeSize), descriptorSize >= 32
    else { return nil }
    let volume = ExtVolume(image: image, start: range.lowerBound, block: block)
    var files: [Volume.File] = []
    let descriptors = range.lowerBound + (head.number(20, 4) + 1) * block
    for group in 0..<(blocks + perGroup - 1) / perGroup {
      let offset = descriptors + group * descriptorSize
      let descriptor = LittleEndian(image.read(offset..<offset + descriptorSize))
      let table =
        descriptor.number(8, 4) | (descriptorSize >= 64 ? descriptor.number(40, 4) << 32 : 0)
      // bg_itable_unused: inodes at the end of the table that were never used.
      let unused = min(descriptor.number(28, 2), inodesPerGroup)
      guard table > 0, table < blocks else { continue }
      let first = range.lowerBound + table * block
      let inodes = LittleEndian(
        image.read(first..<first + (inodesPerGroup - unused) * inodeSize))
      for inode in 0..<inodesPerGroup - unused where files.count < Volume.mostFiles {
        let bytes = inodes.bytes.dropFirst(inode * inodeSize).prefix(128)
        guard bytes.count == 128, let file = volume.file(LittleEndian(Array(bytes))) else {
          continue
        }
        files.append(file)
      }
    }
    return Volume(
      kind: "ext", range: range.lowerBound..<range.lowerBound + blocks * block,
      clusters: ClusterGrid(size: block, start: range.lowerBound), files: files)
  }

  /// A regular file with bytes.
  private func file(_ inode: LittleEndian) -> Volume.File? {
    // i_mode, i_links_count, i_size, i_flags
    guard inode.number(0, 2) & 0xF000 == 0x8000, inode.number(26, 2) > 0 else { return nil }
    let count = inode.number(4, 4) | inode.number(108, 4) << 32
    guard count > 0, count <= image.count else { return nil }
    var runs: [Run] = []
    if inode.number(32, 4) & 0x80000 != 0 {
      addExtents(Array(inode.bytes[40..<100]), &runs, 0)
    } else {
      var index = 0
      for slot in 0..<15 {
        addBlocks(inode.number(40 + 4 * slot, 4), max(slot - 11, 0), &index, &runs, count)
      }
    }
    runs.sort { $0.first < $1.first }
    var pieces: [Range<Int>] = []
    var next = 0
    for run in runs {
      // A hole, or a run that was set aside: no camera writes them.
      guard run.first == next, run.block > 0 else { return nil }
      let offset = start + run.block * block
      pieces.append(offset..<offset + run.count * block)
      next = run.first + run.count
    }
    guard next * block >= count else { return nil }
    return Volume.File(
      path: nil, count: count, pieces: FragmentedFile(image, pieces).prefix(count).pieces,
      isDeleted: false)
  }

  /// Blocks of a file that follow each other on the disk.
  private struct Run {
    var first: Int
    var count: Int
    var block: Int
  }

  private static let mostRuns = 1 << 20

  /// A node of the tree of extents: `ext4_extent_header` and the entries that follow it.
  private func addExtents(_ node: [UInt8], _ runs: inout [Run], _ level: Int) {
    let bytes = LittleEndian(node)
    guard level <= 5, bytes.number(0, 2) == 0xF30A else { return }
    for index in 1...max(min(bytes.number(2, 2), node.count / 12 - 1), 1)
    where index <= bytes.number(2, 2) && runs.count < ExtVolume.mostRuns {
      let entry = 12 * index
      if bytes.number(6, 2) == 0 {
        let count = bytes.number(entry + 4, 2)
        runs.append(
          Run(
            first: bytes.number(entry, 4), count: count > 32_768 ? 0 : count,
            block: bytes.number(entry + 6, 2) << 32 | bytes.number(entry + 8, 4)))
      } else {
        let child = bytes.number(entry + 8, 2) << 32 | bytes.number(entry + 4, 4)
        let offset = start + child * block
        guard child > 0, offset < image.count else { continue }
        addExtents(image.read(offset..<offset + block), &runs, level + 1)
      }
    }
  }

  /// A block of the file, or a table of them.
  private func addBlocks(
    _ number: Int, _ level: Int, _ index: inout Int, _ runs: inout [Run], _ count: Int
  ) {
    guard index * block < count, runs.count < ExtVolume.mostRuns else { return }
    guard level > 0 else {
      if let last = runs.last, last.block + last.count == number, last.first + last.count == index {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(first: index, count: 1, block: number))
      }
      index += 1
      return
    }
    let offset = start + number * block
    guard number > 0, offset < image.count else { return }
    let table = LittleEndian(image.read(offset..<offset + block))
    for entry in 0..<block / 4 {
      addBlocks(table.number(4 * entry, 4), level - 1, &index, &runs, count)
    }
  }
}
