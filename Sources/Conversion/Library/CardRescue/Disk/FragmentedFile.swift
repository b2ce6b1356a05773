import FieldCoding

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
