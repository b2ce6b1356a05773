/// Reads bytes of a file on a disk one after the other.
struct DiskReader {
  /// The file. It may be replaced by another one that has the same bytes up to ``position``.
  var file: FragmentedFile {
    didSet { bytes = [] }
  }
  /// The next byte.
  var position: Int
  private var bytes: [UInt8] = []
  private var start = 0

  private static let window = 1 << 16

  init(_ file: FragmentedFile, at position: Int) {
    self.file = file
    self.position = position
  }

  /// A byte at a distance from the position; nil after the end of the file.
  @inline(__always)
  mutating func byte(_ ahead: Int = 0) -> UInt8? {
    let index = position + ahead - start
    if bytes.indices.contains(index) { return bytes[index] }
    return reload(ahead)
  }

  /// Appends bytes of entropy-coded data to the bits, without the zero bytes after FF, up to a marker.
  ///
  /// - Parameters:
  ///   - bits: the first bit is the highest.
  ///   - count: the number of bits.
  @inline(__always)
  mutating func feed(_ bits: inout UInt64, _ count: inout Int) {
    var index = position - start
    while count <= 56 {
      if index < 0 || index + 1 >= bytes.count {
        position = start + index
        guard byte(1) != nil || byte() != nil else { return }
        index = position - start
        // The last byte of a file cannot be part of a scan, because a marker has to follow.
        guard index + 1 < bytes.count else { return }
      }
      let byte = bytes[index]
      if byte == 0xFF {
        guard bytes[index + 1] == 0 else { break }
        index += 1
      }
      index += 1
      bits |= UInt64(byte) << UInt64(56 - count)
      count += 8
    }
    position = start + index
  }

  private mutating func reload(_ ahead: Int) -> UInt8? {
    start = position
    bytes = file.read(start..<start + DiskReader.window)
    return bytes.indices.contains(ahead) ? bytes[ahead] : nil
  }

  /// Reads this number of bytes, and moves the position past them; nil if there are fewer.
  mutating func take(_ count: Int) -> [UInt8]? {
    let taken = file.read(position..<position + count)
    position += count
    return taken.count == count ? taken : nil
  }

  /// Skips to the next byte at which a marker may start, or to the end.
  mutating func skipToMarker() {
    while byte() != nil {
      if let next = bytes[(position - start)...].firstIndex(of: 0xFF) {
        position = start + next
        return
      }
      position = start + bytes.count
    }
  }
}
