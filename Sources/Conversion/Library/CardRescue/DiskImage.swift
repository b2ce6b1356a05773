import FieldCoding
package import Files
import Platform

/// A disk, a card, or an image of one. It is only read, and what cannot be read is zeros.
package final class DiskImage {
  /// Its path, for messages.
  package let path: String
  /// The number of bytes.
  package let count: Int
  /// The ranges that could not be read, or are known to be unreadable.
  package private(set) var unreadable = RangeSet<Int>()
  private let file: OpenFile
  /// The bytes of the last small read, and their offset.
  private var block: [UInt8] = []
  private var blockStart = 0
  /// The bytes that are kept for many small reads, and their offset.
  private var kept: [UInt8] = []
  private var keptStart = 0

  /// The unit in which disks fail: smaller pieces are not tried.
  static let sector = 512
  /// The size of the reads that follow when a longer read has failed.
  private static let retry = 4096

  /// Opens a regular file or a device.
  ///
  /// - Parameter unreadable: ranges that are not read at all.
  package init(_ path: String, unreadable: [Range<Int>] = []) throws(SystemError) {
    let file = try OpenFile.reading(path)
    guard try PathKind(path) == .file else {
      throw SystemError(what: "\(path) is a folder, and not an image of a disk", code: 0)
    }
    // A device has no stated size, but an end.
    guard let end = DiskImage.end(of: file) else { throw SystemError(what: path, code: errno) }
    self.file = file
    self.path = path
    count = end
    for range in unreadable { self.unreadable.insert(contentsOf: range.clamped(to: 0..<count)) }
  }

  private static func end(of file: borrowing OpenFile) -> Int? {
    let end = lseek(file.descriptor, 0, Int32(SEEK_END))
    return end < 0 ? nil : Int(end)
  }

  /// Whether another program made the image shorter since it was opened. The bytes that were lost are unreadable.
  package var becameShorter: Bool { DiskImage.end(of: file).map { $0 < count } ?? true }

  /// Reads a few bytes like ``read(_:)``, and keeps some bytes after them for the next reads.
  func readFew(_ range: Range<Int>) -> ArraySlice<UInt8> {
    let range = range.clamped(to: 0..<count)
    if let bytes = keptBytes(range) { return bytes }
    if range.lowerBound < blockStart || range.upperBound > blockStart + block.count {
      blockStart = range.lowerBound
      block = read(blockStart..<blockStart + max(range.count, DiskImage.retry))
    }
    return block[range.lowerBound - blockStart..<range.upperBound - blockStart]
  }

  /// Reads a range, and takes later reads within it from memory.
  func keep(_ range: Range<Int>) {
    forget()
    kept = read(range)
    keptStart = range.lowerBound
  }

  /// Frees what is kept.
  func forget() { kept = [] }

  private func keptBytes(_ range: Range<Int>) -> ArraySlice<UInt8>? {
    guard range.lowerBound >= keptStart, range.upperBound <= keptStart + kept.count else {
      return nil
    }
    return kept[range.lowerBound - keptStart..<range.upperBound - keptStart]
  }

  /// The bytes of a range, up to the end of the disk; zeros if they cannot be read.
  package func read(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    if let bytes = keptBytes(range) { return Array(bytes) }
    var bytes = [UInt8](repeating: 0, count: range.count)
    let gaps = unreadable.isEmpty ? RangeSet() : unreadable.intersection(RangeSet(range))
    var position = range.lowerBound
    for gap in gaps.ranges {
      fill(&bytes, from: range.lowerBound, position..<gap.lowerBound, atOnce: true)
      position = gap.upperBound
    }
    fill(&bytes, from: range.lowerBound, position..<range.upperBound, atOnce: true)
    return bytes
  }

  /// Notes the parts of a range that cannot be read.
  func check(_ range: Range<Int>) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20) {
      _ = read(start..<min(start + 1 << 20, range.upperBound))
    }
  }

  private func fill(_ bytes: inout [UInt8], from start: Int, _ range: Range<Int>, atOnce: Bool) {
    var position = range.lowerBound
    while position < range.upperBound {
      let end =
        atOnce
        ? range.upperBound
        : min(range.upperBound, (position / DiskImage.retry + 1) * DiskImage.retry)
      let descriptor = file.descriptor
      // The array has the room: the range is within the one that it was made for.
      let read = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe pread(
          descriptor, bytes.baseAddress?.advanced(by: position - start), end - position,
          off_t(position))
      }
      if read > 0 {
        position += read
      } else if read < 0, errno == EINTR {
        continue
      } else if atOnce, read < 0 {
        return fill(&bytes, from: start, position..<range.upperBound, atOnce: false)
      } else {
        unreadable.insert(contentsOf: position..<end)
        position = end
      }
    }
  }
}

/// The bytes of a file on a disk: its pieces, one after the other.
package struct FragmentedFile {
  let image: DiskImage
  /// The ranges of the pieces on the disk.
  package private(set) var pieces: [Range<Int>] = []
  /// The offset of each piece in the file.
  private var starts: [Int] = []
  /// The number of bytes.
  package private(set) var count = 0

  init(_ image: DiskImage, _ pieces: [Range<Int>]) {
    self.image = image
    for piece in pieces where !piece.isEmpty { append(piece.clamped(to: 0..<image.count)) }
  }

  private mutating func append(_ piece: Range<Int>) {
    if let last = pieces.last, last.upperBound == piece.lowerBound {
      pieces[pieces.count - 1] = last.lowerBound..<piece.upperBound
    } else {
      pieces.append(piece)
      starts.append(count)
    }
    count += piece.count
  }

  /// The first bytes of the file.
  func prefix(_ count: Int) -> FragmentedFile { FragmentedFile(image, diskRanges(of: 0..<count)) }

  /// The file with more bytes at its end.
  func appending(_ range: Range<Int>) -> FragmentedFile { FragmentedFile(image, pieces + [range]) }

  /// The offset on the disk of a byte of the file; nil if there is no such byte.
  func diskOffset(of offset: Int) -> Int? {
    guard (0..<count).contains(offset) else { return nil }
    let piece = index(of: offset)
    return pieces[piece].lowerBound + offset - starts[piece]
  }

  /// The ranges on the disk of bytes of the file.
  func diskRanges(of range: Range<Int>) -> [Range<Int>] {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return [] }
    var ranges: [Range<Int>] = []
    var position = range.lowerBound
    var piece = index(of: position)
    while position < range.upperBound {
      let start = pieces[piece].lowerBound + position - starts[piece]
      let end = min(pieces[piece].upperBound, start + range.upperBound - position)
      ranges.append(start..<end)
      position += end - start
      piece += 1
    }
    return ranges
  }

  /// The piece in which a byte is: the last that starts at it or before it.
  private func index(of offset: Int) -> Int { starts.partitioningIndex { $0 > offset } - 1 }

  /// The bytes of a range, up to the end of the file.
  func read(_ range: Range<Int>) -> [UInt8] {
    let ranges = diskRanges(of: range)
    if ranges.count == 1 { return image.read(ranges[0]) }
    return ranges.flatMap { image.read($0) }
  }

  /// A big-endian number of at most 8 bytes; nil if they are not all there.
  func number(at offset: Int, size: Int) -> Int? {
    guard let start = diskOffset(of: offset), offset <= count - size else { return nil }
    let range = start..<start + size
    let few =
      pieces.count == 1 || diskOffset(of: offset + size - 1) == start + size - 1
      ? image.readFew(range) : read(offset..<offset + size)[...]
    return Int(truncatingIfNeeded: few.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The file without the sectors of zeros that it ends with.
  var withoutZerosAtEnd: FragmentedFile {
    var end = count
    while end > 0 {
      let start = max(end - 1 << 20, 0)
      let bytes = read(start..<end)
      if let last = bytes.lastIndex(where: { $0 != 0 }) {
        let used = start + last + 1
        return prefix(
          min((used + DiskImage.sector - 1) / DiskImage.sector * DiskImage.sector, count))
      }
      end = start
    }
    return prefix(0)
  }

  /// The number of bytes that could not be read.
  var unreadableCount: Int {
    guard !image.unreadable.isEmpty else { return 0 }
    return pieces.reduce(0) { count, piece in
      count + image.unreadable.intersection(RangeSet(piece)).ranges.reduce(0) { $0 + $1.count }
    }
  }
}

/// The units in which a disk is given to files.
package struct ClusterGrid: Hashable, Sendable {
  /// The bytes of a cluster.
  package var size: Int
  /// The start of a cluster.
  package var start: Int

  /// The start of the first cluster at or after an offset.
  func next(_ offset: Int) -> Int {
    let distance = offset - start
    let rest = distance % size
    return offset + (rest == 0 ? 0 : rest < 0 ? -rest : size - rest)
  }

  /// A grid that every offset is on.
  static let sectors = ClusterGrid(size: DiskImage.sector, start: 0)

  private static let largest = 1 << 17

  /// The grids on which files could start, the coarsest first: nearly all of these offsets are on each.
  static func all(of offsets: [Int]) -> [ClusterGrid] {
    var grids = [ClusterGrid.sectors]
    var size = DiskImage.sector
    while size < ClusterGrid.largest, !offsets.isEmpty {
      size *= 2
      let counts = offsets.reduce(into: [:] as [Int: Int]) { $0[$1 % size, default: 0] += 1 }
      guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        most.value * 20 >= offsets.count * 19
      else { break }
      grids.append(ClusterGrid(size: size, start: most.key))
    }
    return grids.reversed()
  }

  package init(size: Int, start: Int) {
    self.size = size
    self.start = start
  }
}

/// The ranges of a disk that GNU ddrescue could read, according to its map file.
package struct DDRescueMap {
  /// The ranges that it has not read: the image has zeros there, or ends before.
  package private(set) var unread: [Range<Int>] = []

  /// Reads a map file; nil if the text is not one.
  ///
  /// A line has a position, a size and a status character; `+` means that everything was read. The first line that is
  /// not a comment states ddrescue's current position.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    guard lines.count > 1 else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count == 3, let start = DDRescueMap.number(words[0]),
        let count = DDRescueMap.number(words[1]), words[2].count == 1,
        start <= Int.max - count
      else { return nil }
      if words[2] != "+" { unread.append(start..<start + count) }
    }
  }

  private static func number(_ word: Substring) -> Int? {
    let isHex = word.hasPrefix("0x") || word.hasPrefix("0X")
    return (isHex ? Int(word.dropFirst(2), radix: 16) : Int(word)).flatMap { $0 < 0 ? nil : $0 }
  }
}

extension RangeSet<Int> {
  /// Whether a range overlaps the set.
  func intersects(_ range: Range<Int>) -> Bool {
    firstRange(reachingBehind: range.lowerBound)?.overlaps(range) ?? false
  }

  /// The first offsets from `start` on that are not in the set: `count` of them, or as many as there are before `end`.
  func free(from start: Int, count: Int, before end: Int) -> [Range<Int>] {
    var free: [Range<Int>] = []
    var (offset, rest) = (start, count)
    while rest > 0, offset < end {
      let next = firstRange(reachingBehind: offset)
      if let next, next.contains(offset) {
        offset = next.upperBound
        continue
      }
      let range = offset..<Swift.min(offset + rest, next?.lowerBound ?? end, end)
      free.append(range)
      (offset, rest) = (range.upperBound, rest - range.count)
    }
    return free
  }

  /// The first range that contains an offset, or starts after it.
  func firstRange(reachingBehind offset: Int) -> Range<Int>? {
    let ranges = self.ranges
    let index = ranges.partitioningIndex { $0.upperBound > offset }
    return index < ranges.endIndex ? ranges[index] : nil
  }
}
