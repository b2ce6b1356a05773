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
